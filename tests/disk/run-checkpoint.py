#!/usr/bin/env python3
"""Searches on disk that are written to a checkpoint and continued: the same solution as in memory, word for word, however often and wherever they were ended, by limits, signals
or kill -9, in memory before they went to disk, and on the way back from the goal; full disks, folders that cannot be written to and damaged files lose nothing that was
finished; and at the end nothing is left behind. --torture N: N kills of each search, with SIGKILL at random moments (make torture)."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases  # noqa: E402
from spaces import ONE_WAY, TILES  # noqa: E402

TOOL = str(Path(os.environ["FEWEST"]).resolve())
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
SEED = int(os.environ.get("TORTURE_SEED", "20261119"))
folder = None

# Moves of this one cannot be inverted: on the way back, all moves of a layer are made again.
LETTERS = """title letters
string 18
let tail = rest
let x = a b
move cut: # tail ->
move mark: ab -> a#
move more: x a tail -> tail x x
move swap: ab -> ba
move swap: ba -> ab
start abababababab
goal a######
"""
SEARCHES = {
    "by rank": [*TILES, "--algorithm", "bfs"],
    "by state": [*TILES, "--algorithm", "bfs", "--remember", "hash"],
    "no solution": ["tiles-2x5", "2 1 3 4 5 / 6 7 8 9 x", "--algorithm", "bfs"],
    "one way": ["one-way.few", "--algorithm", "bfs"],
    "many goals": ["tiles-2x5", "1 2 3 4 5 / 6 7 8 9 x", "--goal", "_ _ _ _ _ / 5 _ x _ 1", "--algorithm", "bfs"],
    "not to be inverted": ["letters.few", "--algorithm", "bfs"],
}
ON_DISK = ["--memory", "6M", "--disk", "layers"]
KEPT = ["--checkpoint", "kept", "--every", "0.001"]


def enter(place):
    global folder
    folder = place
    (place / "layers").mkdir()
    (place / "one-way.few").write_text(ONE_WAY)
    (place / "letters.few").write_text(LETTERS)


def fewest(*arguments, **settings):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, timeout=600, **settings))


def solve(*arguments, **settings):
    return fewest("solve", *arguments, "--json", **settings)


def left_behind():
    return sorted(path.name for path in (folder / "layers").iterdir()) + [path.name for path in folder.glob("kept*")]


def same(got, wanted, *what, on_disk=True):
    equal(got.status, wanted.status, *what, got)
    got, wanted = json.loads(got.out), json.loads(wanted.out)
    for key in ("status", "length", "cost", "moves", "depth"):
        equal(got.get(key), wanted.get(key), *what, key)
    if on_disk:
        equal((got["algorithm"], got["store"]), ("bfs", "runs on disk"), *what)
    equal(left_behind(), [], *what, "it is finished, and left something behind")
    return got


def it_finds_what_is_found_without():
    for name, arguments in SEARCHES.items():
        wanted = solve(*arguments)
        plain = same(solve(*arguments, *ON_DISK), wanted, name)
        kept = same(solve(*arguments, *ON_DISK, *KEPT), wanted, name)
        for key in ("expanded", "generated", "remembered"):
            expect(abs(kept[key] - plain[key]) <= plain[key] / 10, name, key, kept[key], plain[key])  # of the last layer, and what was tried in memory, which ends sooner or later


def in_steps(name, option, steps):
    arguments = SEARCHES[name]
    wanted = solve(*arguments)
    plain = json.loads(solve(*arguments, *ON_DISK).out)
    got = fewest("solve", *arguments, *ON_DISK, "--checkpoint", "kept", option, str(steps[0]))
    rounds = 0
    for step in steps[1:]:
        if got.status != 3:
            break
        rounds += 1
        expect("continue with: fewest solve --resume kept\n" in got.out, name, got)
        got = fewest("solve", "--resume", "kept", "--memory", "6M", "--threads", str(1 + rounds % 2), option, str(step))
    if got.status == 3:
        found = same(solve("--resume", "kept", "--memory", "6M"), wanted, name)
        equal(found["remembered"], plain["remembered"], name)
        if name == "no solution":
            expect(abs(found["expanded"] - plain["expanded"]) <= 4096, name, found["expanded"], plain["expanded"])
    expect(rounds > 1, name, "was never ended")


def it_goes_on_from_each_depth():
    for name in SEARCHES:
        most = json.loads(solve(*SEARCHES[name]).out)["depth"]
        in_steps(name, "--max-depth", range(most // 2, most, most // 12 + 1))


def it_goes_on_wherever_a_limit_on_states_ends_it():
    chance = random.Random(SEED)
    for name in SEARCHES:
        most = json.loads(solve(*SEARCHES[name]).out)["remembered"]
        in_steps(name, "--states", sorted(chance.randint(most // 4, most) for _ in range(4)))


def it_is_said_and_listed():
    got = fewest("solve", *SEARCHES["by rank"], *ON_DISK, "--checkpoint", "kept", "--states", "500000")
    equal(got.status, 3, got)
    expect(" on disk, " in got.out and "continue with: fewest solve --resume kept\n" in got.out, got)
    listed = fewest("resume")
    expect("kept: tiles-2x5, solutions cost at least " in listed.out and "fewest solve --resume kept" in listed.out, listed)
    got = fewest("solve", "--resume", "kept", "--memory", "6M", "--why")
    equal(got.status, 0, got)
    expect("bfs: as in the checkpoint, on disk\n" in got.out, got)
    equal(left_behind(), [])


def what_is_known_of_it_need_not_be_said_again():
    """Nor may it be another search; but more memory, time, threads and disk may be given."""
    wanted = solve(*SEARCHES["by state"])
    for more in ([], ["--memory", "2G"], ["--memory", "7M", "--threads", "2"], ["--disk-limit", "1G"], ["--disk", "layers"]):
        equal(fewest("solve", *SEARCHES["by state"], *ON_DISK, "--checkpoint", "kept", "--states", "400000", "--disk-limit", "100M").status, 3)
        same(solve("--resume", "kept", *more), wanted, more)
    equal(fewest("solve", *SEARCHES["by state"], *ON_DISK, "--checkpoint", "kept", "--states", "400000").status, 3)
    for arguments, why in ((["eight"], "another puzzle"), (["tiles-2x5", "1 2 3 4 5 / 6 7 8 x 9"], "another start"), (["--algorithm", "idastar"], "by bfs, not by idastar"),
                           (["--algorithm", "bidirectional"], "by bfs, not by bidirectional"), (["--all", "--algorithm", "bfs"], "all shortest solutions"),
                           (["--disk", "elsewhere"], "no file can be made in elsewhere")):
        got = fewest("solve", *arguments, "--resume", "kept")
        expect(got.status in (2, 4), arguments, got)
        expect(why in got.err, arguments, got)
    same(solve("--resume", "kept"), wanted)


def states_that_are_numbered_otherwise_are_refused():
    """Which depends on the memory that there was for it. Never is another solution found."""
    wanted = solve(*SEARCHES["by rank"])
    equal(fewest("solve", *SEARCHES["by rank"], *ON_DISK, "--checkpoint", "kept", "--states", "400000").status, 3)
    got = solve("--resume", "kept")
    if got.status == 2:
        expect("numbers its states in another way" in got.out + got.err, got)
        got = solve("--resume", "kept", "--memory", "6M")
    same(got, wanted)


def what_it_had_in_memory_is_taken_up_again():
    """It was ended before it went to disk: it goes on in memory, and then to disk, whose folder the checkpoint knows."""
    for name in ("by rank", "many goals"):
        wanted = solve(*SEARCHES[name])
        got = fewest("solve", *SEARCHES[name], *ON_DISK, "--checkpoint", "kept", "--states", "3000", "--json")
        equal(got.status, 3, got)
        expect(json.loads(got.out)["store"] != "runs on disk", got)
        same(solve("--resume", "kept", "--memory", "6M"), wanted, name)


def auto_goes_to_disk_and_on():
    arguments = SEARCHES["many goals"][:-2]
    wanted = solve(*arguments)
    equal(fewest("solve", *arguments, *ON_DISK, "--checkpoint", "kept", "--states", "300000").status, 3)
    same(solve("--resume", "kept", "--memory", "6M"), wanted)


# ---- Ended by signals


def kill_until_done(arguments, chance, seconds, kills, number):
    """Ends a search at random moments until it is done, or `kills` times."""
    first = [*arguments, *ON_DISK, *KEPT]
    on = ["--resume", "kept", "--memory", "6M", "--every", "0.001"]
    ended = 0
    while True:
        process = subprocess.Popen([TOOL, "solve", *(on if (folder / "kept").exists() else first), "--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            if ended < kills:
                process.wait(chance.uniform(0, seconds))
            out, err = process.communicate()
            return Result(subprocess.CompletedProcess([], process.returncode, out, err)), ended
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            process.communicate()
            ended += 1


def ended_at_any_moment_it_goes_on():
    chance = random.Random(SEED)
    all_ended = 0
    for name, arguments in SEARCHES.items():
        wanted = solve(*arguments)
        for number in (signal.SIGKILL, signal.SIGTERM):
            got, ended = kill_until_done(arguments, chance, 0.4, 5, number)
            same(got, wanted, name, number, "seed", SEED)
            all_ended += ended
    expect(all_ended > 4, all_ended)


def killed_on_its_way_back_it_goes_on():
    """A checkpoint of the last layer that has no goal; from there, little is left but the way back."""
    chance = random.Random(SEED + 1)
    for name in ("by rank", "one way", "not to be inverted"):
        wanted = solve(*SEARCHES[name])
        depth = json.loads(wanted.out)["depth"]
        for seconds in (0.02, 0.05, 0.1):
            equal(fewest("solve", *SEARCHES[name], *ON_DISK, "--checkpoint", "kept", "--max-depth", str(depth - 1)).status, 3)
            got, _ = kill_until_done(SEARCHES[name], chance, seconds, 3, signal.SIGKILL)
            same(got, wanted, name)


# ---- What is wrong with files and folders


def failed(words, got):
    equal(got.status, 4, got)
    expect(words in got.err, words, got)
    expect("not finished" in got.out and "continue with: fewest solve --resume kept\n" in got.out, got)


def a_disk_that_ends_loses_nothing():
    wanted = solve(*SEARCHES["by state"])
    start = ["solve", *SEARCHES["by state"], *ON_DISK, *KEPT]
    failed("more than --disk-limit allows is needed in layers", fewest(*start, "--disk-limit", "1M"))
    expect(json.loads(fewest("resume", "--json").out)["checkpoints"][0]["least_cost"] > 10, "hardly anything was kept")
    failed("more than --disk-limit allows is needed in layers", fewest("solve", "--resume", "kept", "--memory", "6M"))
    same(solve("--resume", "kept", "--memory", "6M", "--disk-limit", "100M"), wanted)
    failed("File too large", fewest(*start, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))))
    same(solve("--resume", "kept", "--memory", "6M"), wanted)


def a_folder_that_cannot_be_written_to_is_an_error_at_once():
    got = fewest("solve", *TILES, "--algorithm", "bfs", "--memory", "6M", "--disk", "nowhere", "--checkpoint", "kept")
    equal((got.status, got.out, left_behind()), (4, "", []), got)
    expect("no file can be made in nowhere: " in got.err, got)
    got = fewest("solve", *TILES, "--algorithm", "bfs", *ON_DISK, "--checkpoint", "nowhere/kept")
    equal((got.status, got.out, left_behind()), (2, "", []), got)
    expect("nowhere/kept cannot be written" in got.err, got)


def a_small_file_system_loses_nothing():
    """It takes the right to mount one. What was written there is brought to where there is room."""
    script = 'mount -t tmpfs -o size=1m none layers && "$@"; status=$?; mkdir -p saved && cp layers/* saved; exit $status'
    alone = ["unshare", "-m", "sh", "-c"]
    if subprocess.run([*alone, "mount -t tmpfs -o size=1m none layers"], cwd=folder, capture_output=True, check=False).returncode:
        print("not tested, as no file system may be mounted: a_small_file_system_loses_nothing")
        return
    wanted = solve(*SEARCHES["by state"])
    got = Result(subprocess.run([*alone, script, "sh", TOOL, "solve", *SEARCHES["by state"], *ON_DISK, *KEPT], cwd=folder, capture_output=True, check=False))
    failed("No space left on device", got)
    for path in (folder / "saved").iterdir():
        path.rename(folder / "layers" / path.name)
    same(solve("--resume", "kept", "--memory", "6M"), wanted)


def a_damaged_file_is_never_used():
    wanted = solve(*SEARCHES["by state"])
    equal(fewest("solve", *SEARCHES["by state"], *ON_DISK, "--checkpoint", "kept", "--states", "400000").status, 3)
    kept = (folder / "kept").read_bytes()
    files = sorted((folder / "layers").iterdir())
    expect(files, "no file was kept")
    used = 0
    for path in files:
        good = path.read_bytes()
        for place in range(5, len(good), len(good) // 12 + 1):
            path.write_bytes(good[:place] + bytes([good[place] ^ 1 << place % 8]) + good[place + 1:])
            got = solve("--resume", "kept", "--memory", "6M", "--checkpoint", "other")
            # What is changed may be read, or be of no use any more.
            if got.status == 4:
                expect("damaged in layers" in got.out + got.err, got)
            else:
                used += 1
                same_moves = json.loads(got.out)["moves"] == json.loads(wanted.out)["moves"]
                expect(same_moves, path, place, got)
            (folder / "kept").write_bytes(kept)
            (folder / "other").unlink(missing_ok=True)
            for stale in (folder / "layers").iterdir():
                if stale not in files:
                    stale.unlink()
            path.write_bytes(good)
        path.write_bytes(good[:len(good) // 2])
        got = fewest("solve", "--resume", "kept", "--memory", "6M")
        equal(got.status, 4, got)
        expect("it is cut off" in got.err, got)
        equal((folder / "kept").read_bytes(), kept, "it was written again")
        path.write_bytes(good)
    for place in range(0, len(kept), 13):
        (folder / "kept").write_bytes(kept[:place] + bytes([kept[place] ^ 1 << place % 8]) + kept[place + 1:])
        equal(fewest("solve", "--resume", "kept").status, 2, place)
    (folder / "kept").write_bytes(kept)
    hidden = files[0].rename(folder / "hidden")
    got = fewest("solve", "--resume", "kept", "--memory", "6M")
    equal(got.status, 4, got)
    expect("a file of the checkpoint cannot be opened in layers" in got.err, got)
    hidden.rename(files[0])
    same(solve("--resume", "kept", "--memory", "6M"), wanted)


def what_another_one_left_is_taken_away():
    for _ in range(2):
        process = subprocess.Popen([TOOL, "solve", *SEARCHES["by state"], *ON_DISK, *KEPT], cwd=folder, stdout=subprocess.PIPE)
        try:
            process.wait(0.3)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
    same(solve(*SEARCHES["by state"], *ON_DISK, *KEPT), solve(*SEARCHES["by state"]))


def what_no_checkpoint_names_is_taken_away_too():
    """It was killed when it had made its first file, and had not written that to the checkpoint; then it ended in memory."""
    arguments = SEARCHES["many goals"]
    wanted = solve(*arguments)
    equal(fewest("solve", *arguments, *ON_DISK, "--checkpoint", "kept", "--states", "300000").status, 3)
    names = [path.name for path in (folder / "layers").iterdir()]
    expect(names, "it did not go to disk")
    for path in [*(folder / "layers").iterdir(), *folder.glob("kept*")]:
        path.unlink()
    equal(fewest("solve", *arguments, *ON_DISK, "--checkpoint", "kept", "--states", "3000").status, 3)
    equal([path.name for path in (folder / "layers").iterdir()], [], "it went to disk")
    for name in names:
        (folder / "layers" / name).touch()
    same(solve("--resume", "kept", "--memory", "600M"), wanted, on_disk=False)


CASES = [a_folder_that_cannot_be_written_to_is_an_error_at_once]
# These need a memory limit of a few megabytes. A sanitizer takes more than that for itself; tests/unit/disk_search.c runs with it.
if not SANITIZED:
    CASES += [it_finds_what_is_found_without, it_goes_on_from_each_depth, it_goes_on_wherever_a_limit_on_states_ends_it, it_is_said_and_listed,
              what_is_known_of_it_need_not_be_said_again, states_that_are_numbered_otherwise_are_refused, what_it_had_in_memory_is_taken_up_again, auto_goes_to_disk_and_on,
              ended_at_any_moment_it_goes_on, killed_on_its_way_back_it_goes_on, a_disk_that_ends_loses_nothing, a_small_file_system_loses_nothing, a_damaged_file_is_never_used,
              what_another_one_left_is_taken_away, what_no_checkpoint_names_is_taken_away_too]


def torture():
    kills, chance = int(sys.argv[2]), random.Random(SEED)
    print(f"TORTURE_SEED={SEED}")
    for name, arguments in SEARCHES.items():
        wanted, ended, runs = solve(*arguments), 0, 0
        while ended < kills:
            got, times = kill_until_done(arguments, chance, 1, min(10, kills - ended), signal.SIGKILL)
            same(got, wanted, name)
            ended, runs = ended + times, runs + 1
        print(f"{name}: {ended} kills, {runs} runs to the end, 0 wrong", flush=True)


if __name__ == "__main__":
    if "--torture" in sys.argv:
        run_cases([torture], enter)
    else:
        run_cases([case for case in CASES if sys.argv[1:] in ([], [case.__name__])], enter)
