#!/usr/bin/env python3
"""Explorations that are ended, in every way and at any moment, and gone on with: the counts and the deepest states are those of one that
was not. And files that are damaged, cut off, of another puzzle or version, or that cannot be written.

run.py                 the tests
run.py --torture N     N kills with SIGKILL at random moments of each of several explorations (make torture); TORTURE_SEED
"""

import json
import os
import random
import resource
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, equal, expect, run_cases

TOOL = os.environ["FEWEST"]
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
SEED = int(os.environ.get("TORTURE_SEED", "1"))
folder = None

# What is explored, by each method and by several threads.
ONE_WAY = "board 1 x 9\npieces a b .\nmove right: a . -> . a\nmove over: a b . -> . b a\nmove left: . b -> b .\nmove back: . a b -> b a .\nstart a a a a . b b b b\n"
TEXT = "string 7\npieces a b c\nmove swap: a b -> b a\nmove turn: b c -> c b\nmove make: c a -> a a\nstart a b c a b c b\ngoal a\n"
RUNS = {
    "sets": ["tiles-2x4", "--from-goal", "--method", "sets", "--hardest", "3"],
    "sets, two threads": ["tiles-2x4", "--from-goal", "--method", "sets", "--threads", "2"],
    "coordinates": ["cube-2x2x2", "--from-goal", "--method", "coordinates"],
    "coordinates of whole orbits": ["pyraminx.few", "--from-goal", "--method", "coordinates"],
    "rank": ["tiles-2x4", "--from-goal", "--method", "rank", "--hardest", "3"],
    "rank, two threads": ["tiles-2x4", "--from-goal", "--method", "rank", "--threads", "2"],
    "hash": ["tiles-2x4", "--from-goal", "--method", "hash", "--hardest", "3"],
    "hash, two threads": ["tiles-2x4", "--from-goal", "--method", "hash", "--threads", "2"],
    "hash, wide states": ["klotski", "--method", "hash", "--threads", "2"],
    "rank with symmetries": ["solitaire", "--method", "rank", "--symmetry", "on", "--max-depth", "9"],
    "hash with symmetries": ["solitaire", "--method", "hash", "--symmetry", "on", "--max-depth", "9"],
    "one way": ["one-way.few"],
    "one way by hash": ["one-way.few", "--method", "hash"],
    "a string": ["text.few"],
}
if SANITIZED:
    RUNS["coordinates"] = ["pocket-cube", "--from-goal", "--method", "coordinates", "--max-depth", "7"]
    del RUNS["coordinates of whole orbits"]


def enter(place):
    global folder
    folder = place
    (place / "one-way.few").write_text(ONE_WAY)
    (place / "text.few").write_text(TEXT)
    pyraminx = Path("bench/pyraminx.few").read_text().splitlines(keepends=True)
    (place / "pyraminx.few").write_text("".join(line for line in pyraminx if "tip-" not in line))


def run(*arguments, **settings):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True, **settings))


SAME = ("states", "depths", "max_depth", "hardest", "branching_factor", "method", "symmetry")


def outcome(result):
    expect(result.status in (0, 3), result)
    answer = json.loads(result.out)
    return {key: answer[key] for key in SAME}, answer


def whole(arguments):
    return outcome(run("explore", *arguments, "--json"))[0]


def without_depth(arguments):
    """An exploration to some depth, and the same without end."""
    if "--max-depth" not in arguments:
        return arguments, []
    at = arguments.index("--max-depth")
    return arguments[:at] + arguments[at + 2:], arguments[at:at + 2]


# ---- Ended by limits


def a_limit_on_states_ends_it_again_and_again():
    for name, arguments in RUNS.items():
        wanted = whole(arguments)
        begin, depth = without_depth(arguments)
        step = wanted["states"] // 7 + 1
        result = run("explore", *begin, *depth, "--states", str(step), "--checkpoint", "kept", "--json")
        rounds = 1
        while result.status == 3 and json.loads(result.out)["limit"] == "states":
            expect(rounds < 20, name, "does not come to its end")
            equal(json.loads(result.out)["checkpoint"], "kept", name)
            rounds += 1
            threads = ["--threads", str(1 + rounds % 3)]
            result = run("explore", "--resume", "kept", *depth, "--states", str(step * rounds), *threads, "--json")
        equal(outcome(result)[0], wanted, name)
        expect(rounds > 1, name, "was never ended", rounds)


def a_limit_on_depth_ends_it_at_any_layer():
    for name in ("sets", "rank", "hash", "one way", "coordinates"):
        wanted = whole(RUNS[name])
        begin, _ = without_depth(RUNS[name])
        run("explore", *begin, "--max-depth", "0", "--checkpoint", "kept", "--json")
        for depth in [1, 2, *range(7, wanted["max_depth"], 8), wanted["max_depth"]]:
            result, _ = outcome(run("explore", "--resume", "kept", "--max-depth", str(depth), "--json"))
            equal(result["depths"], wanted["depths"][:depth + 1], name, depth)
            if SANITIZED and depth > 6:
                break


def one_without_memory_goes_on_with_more():
    big = ["tiles-2x5", "--from-goal", "--method", "hash", "--max-depth", "30"]
    wanted = whole(big)
    result = run("explore", *big, "--memory", "5M", "--checkpoint", "kept", "--json")
    answer = json.loads(result.out)
    equal((result.status, answer["limit"]), (3, "memory"))
    expect(0 < len(answer["depths"]) < 30, "some layers", len(answer["depths"]))
    result = run("explore", "--resume", "kept", "--max-depth", "30", "--json")
    equal(outcome(result)[0]["depths"], wanted["depths"])


def with_too_little_memory_for_its_coordinates_nothing_is_lost():
    """Which coordinates a file was written by does not depend on memory: with too little for these it is a limit, not a mistake of the file."""
    arguments = [str(Path("bench/pyraminx.few").resolve()), "--from-goal", "--method", "coordinates"]
    begun = outcome(run("explore", *arguments, "--max-depth", "5", "--checkpoint", "kept", "--json"))[0]
    equal((begun["method"], begun["symmetry"]), ("coordinates", 48))
    for memory in range(4, 16, 2):
        result = run("explore", "--resume", "kept", "--max-depth", "6", "--memory", f"{memory}M", "--json")
        equal(result.status, 3, memory, result)
        equal(json.loads(result.out)["limit"], "memory", memory)
    equal(outcome(run("explore", "--resume", "kept", "--max-depth", "6", "--memory", "40M", "--json"))[0]["depths"], [1, 16, 136, 896, 5456, 32528, 190260])


def wheels():
    """Five wheels of three cells in a ring, of which three change places and turn, and a ring of seven pieces that change places. The coordinates of split orbits,
    60 x 243 x 1,260, have as many rows and columns as those of whole ones, 14,580 x 1,260."""
    def cell(wheel, spoke):
        return 1 + wheel % 5 * 3 + spoke % 3
    turns = [[cell(first + step % 3, step % 3 + step // 3 * 4) for step in range(9)] for first in range(5)]
    ways = [way for turn in turns for way in (turn, turn[::-1])] + [[16 + i, 16 + (i + 1) % 7] for i in range(7)]
    moves = [f"move m{i}: cycle ({' '.join(map(str, way))})" for i, way in enumerate(ways)]
    return "\n".join(["board 22", "pieces 1..20", *moves, "start 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 16 17 17 18 19 20"]) + "\n"


def coordinates_with_as_many_rows_and_columns_are_not_mistaken_for_others():
    (folder / "wheels.few").write_text(wheels())
    arguments = ["wheels.few", "--method", "coordinates"]
    wanted = whole(arguments)
    equal((wanted["states"], wanted["symmetry"], sum(wanted["depths"])), (18370800, 20, 18370800))
    for depth in (5, 12):
        equal(run("explore", *arguments, "--max-depth", str(depth), "--checkpoint", "kept").status, 3)
        equal(outcome(run("explore", "--resume", "kept", "--max-depth", "1000", "--json"))[0], wanted, depth)


def memory_that_ends_while_the_file_is_read_loses_nothing():
    big = ["tiles-2x5", "--from-goal", "--method", "hash", "--symmetry", "off"]
    equal(run("explore", *big, "--max-depth", "36", "--checkpoint", "kept").status, 3)
    before = (folder / "kept").read_bytes()
    result = run("explore", "--resume", "kept", "--memory", "5M", "--json")
    equal((result.status, json.loads(result.out)["limit"]), (3, "memory"), result)
    equal((folder / "kept").read_bytes() == before, True, "it was written again")


def what_is_printed_says_how_to_go_on():
    result = run("explore", "tiles-2x4", "--from-goal", "--states", "1000", "--checkpoint", "kept")
    equal(result.status, 3)
    expect("continue with: fewest explore --resume kept\n" in result.out, result)
    listed = run("resume")
    equal(listed.status, 0)
    expect("kept: tiles-2x4, " in listed.out and "not whole" in listed.out and "fewest explore --resume kept" in listed.out, listed)
    done = run("explore", "--resume", "kept")
    equal(done.status, 0)
    expect("20,160 states, depth 36" in done.out and "go on" not in done.out, done)
    listed = json.loads(run("resume", "--json").out)
    equal([(one["file"], one["puzzle"], one["states"], one["whole"]) for one in listed["checkpoints"]], [("kept", "tiles-2x4", 20160, True)])
    again = run("explore", "--resume", "kept")
    equal((again.status, again.out.splitlines()[:30]), (0, done.out.splitlines()[:30]))


def another_start_and_goal_are_kept():
    given = ["eight", "--from", "1 2 3 / 4 x 5 / 6 7 8", "--method", "hash", "--symmetry", "off"]
    wanted = whole(given)
    run("explore", *given, "--states", "9000", "--checkpoint", "kept", "--json")
    equal(outcome(run("explore", "--resume", "kept", "--json"))[0], wanted)


# ---- Ended by signals

def begin(arguments):
    return subprocess.Popen([TOOL, "explore", *arguments, "--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def kill_until_done(arguments, moments, seconds, kills, number=signal.SIGKILL):
    """Ends an exploration at random moments until it is done, or `kills` times. Returns its answer, and how often it was ended."""
    result, ended = None, 0
    process = begin([*arguments, "--checkpoint", "kept", "--every", "0.001"])
    while result is None:
        moment = moments.uniform(0, seconds)
        try:
            if ended < kills:
                process.wait(moment)
            out, err = process.communicate()
            result = Result(subprocess.CompletedProcess([], process.returncode, out, err))
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            process.communicate()
            if number != signal.SIGKILL:
                equal(process.returncode, 130)
            ended += 1
            kept = (folder / "kept").exists()
            process = begin(["--resume", "kept", "--every", "0.001"] if kept else [*arguments, "--checkpoint", "kept", "--every", "0.001"])
    return result, ended


def killed_at_any_moment_it_goes_on():
    moments = random.Random(SEED)
    ended = 0
    for name in ("sets", "rank, two threads", "hash", "coordinates"):
        arguments, _ = without_depth(RUNS[name])
        wanted = whole(arguments)
        result, times = kill_until_done(arguments, moments, 0.3 if SANITIZED else 0.06, 4)
        equal(outcome(result)[0], wanted, name)
        ended += times
        (folder / "kept").unlink()
    expect(ended > 0, "none was killed")
    equal([path.name for path in folder.iterdir() if path.suffix == ".new"], [])


def a_signal_writes_it_and_ends_it():
    arguments = ["tiles-3x4", "--from-goal", "--method", "hash"]
    process = begin([*arguments, "--checkpoint", "kept"])
    deadline = time.monotonic() + 60
    while not (folder / "kept").exists():
        expect(time.monotonic() < deadline, "no first checkpoint")
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate()
    equal(process.returncode, 130, err)
    before = json.loads(out)
    result = run("explore", "--resume", "kept", "--max-depth", str(before["max_depth"]), "--json")
    equal(json.loads(result.out)["depths"], before["depths"])


# ---- Files


def keep(name="kept"):
    result = run("explore", "tiles-2x3", "--from-goal", "--method", "rank", "--states", "200", "--checkpoint", name, "--json")
    equal(result.status, 3, result)
    return (folder / name).read_bytes()


def refused(words, *arguments, status=2):
    result = run("explore", *arguments)
    equal(result.status, status, result)
    expect(words in result.err, words, "is not said:", result)


def a_changed_byte_is_noticed():
    good = keep()
    bytes_of_file = range(len(good)) if not SANITIZED else range(0, len(good), 17)
    moments = random.Random(SEED)
    for at in moments.sample(list(bytes_of_file), min(120, len(bytes_of_file))):
        bad = bytearray(good)
        bad[at] ^= 1 << moments.randrange(8)
        (folder / "kept").write_bytes(bad)
        result = run("explore", "--resume", "kept")
        equal(result.status, 2, at, result)
        expect("kept " in result.err, at, result)
        equal((folder / "kept").read_bytes(), bytes(bad), "it was written to")


def a_file_that_is_cut_off_is_refused():
    good = keep()
    for length in (0, 7, 8, 30, 55, 56, 100, len(good) - 1):
        (folder / "kept").write_bytes(good[:length])
        refused("kept is ", "--resume", "kept")
    (folder / "kept").write_bytes(good + b"x")
    refused("longer than its header says", "--resume", "kept")


def other_versions_are_refused():
    good = bytearray(keep())
    own = struct.unpack_from("<I", good, 8)[0]
    for version, words in ((own + 1, "a newer version"), (own - 1, "an older version")):
        struct.pack_into("<I", good, 8, version)
        (folder / "kept").write_bytes(good)
        refused(words, "--resume", "kept")


def what_is_no_checkpoint_is_refused():
    (folder / "kept").write_text("board 3\n")
    refused("kept is not a checkpoint of fewest", "--resume", "kept")
    refused("cannot be read", "--resume", "nothing")
    equal(run("resume").out, "there is no checkpoint here: explore, solve and table build write one with --checkpoint F\n")
    equal(run("resume", "nowhere").status, 2)


def another_puzzle_is_refused():
    keep()
    refused("checkpoint of another puzzle", "tiles-2x4", "--from-goal", "--resume", "kept")
    refused("checkpoint of another exploration", "tiles-2x3", "--resume", "kept")
    run("explore", "eight", "--states", "500", "--checkpoint", "of-start")
    refused("checkpoint of another start", "eight", "--from", "x 1 2 / 3 4 5 / 6 8 7", "--resume", "of-start")
    refused("name the puzzle", "--from", "x 1 2 / 3 4 5 / 6 8 7", "--resume", "of-start")
    equal(run("explore", "tiles-2x3", "--from-goal", "--resume", "kept").status, 0)
    refused("too few arguments", "--checkpoint", "kept")


def a_puzzle_that_is_not_in_the_file_must_be_named():
    maze = "\n".join("0" * 40 for _ in range(40)) + "\n"
    (folder / "room").write_text(maze)
    wanted = whole(["room"])
    run("explore", "room", "--states", "500", "--checkpoint", "kept", "--json")
    refused("name it, too", "--resume", "kept")
    equal(outcome(run("explore", "room", "--resume", "kept", "--json"))[0], wanted)


def a_folder_that_cannot_be_written_to_is_an_error_at_once():
    refused("cannot be written", "eight", "--checkpoint", "nowhere/kept")
    if os.geteuid() != 0:
        (folder / "locked").mkdir(mode=0o500)
        refused("cannot be written", "eight", "--checkpoint", "locked/kept")


def a_file_of_another_kind_is_never_replaced():
    (folder / "notes").write_text("mine\n")
    (folder / "empty").write_text("")
    keep()
    commands = [["explore", "eight"], ["explore", "--resume", "kept"], ["solve", "eight", "--algorithm", "bfs"], ["solve", "eight", "--algorithm", "idastar"],
                ["table", "build", "eight", "--distances", "-o", "table"]]
    for command in commands:
        result = run(*command, "--checkpoint", "notes")
        equal(result.status, 2, result)
        expect("notes is not a checkpoint of fewest and is not replaced" in result.err, result)
        equal((folder / "notes").read_text(), "mine\n")
        equal(run(*command, "--checkpoint", "empty").status, 0, command)
        equal(run(*command, "--checkpoint", "empty").status, 0, command)  # which is a checkpoint now
        (folder / "empty").write_text("")


# ---- On disk

ON_DISK = ["tiles-2x5", "--from-goal", "--method", "hash", "--hardest", "2", "--memory", "6M", "--disk", "layers"]


def in_memory():
    arguments = ON_DISK[:ON_DISK.index("--memory")]
    return whole([*arguments, "--symmetry", "off"])


def what_does_not_fit_into_memory_goes_to_disk():
    (folder / "layers").mkdir()
    result, answer = outcome(run("explore", *ON_DISK, "--threads", "2", "--json"))
    equal(result, in_memory())
    expect(answer["disk_bytes"] > 0 and answer["disk_written"] >= answer["disk_bytes"], answer)
    equal(list((folder / "layers").iterdir()), [], "something was left behind")
    expect(" on disk (a state: " in run("explore", *ON_DISK).out, "it is not said")


def on_disk_it_goes_on_after_any_end():
    (folder / "layers").mkdir()
    wanted, moments = in_memory(), random.Random(SEED)
    result, ended = kill_until_done(ON_DISK, moments, 20 if SANITIZED else 1, 4)
    equal(outcome(result)[0], wanted)
    equal(list((folder / "layers").iterdir()), [], "something was left behind")
    (folder / "kept").unlink()
    result = run("explore", *ON_DISK, "--states", "500000", "--checkpoint", "kept", "--json")
    equal(result.status, 3)
    expect(list((folder / "layers").iterdir()), "no file was kept")
    equal(outcome(run("explore", "--resume", "kept", "--memory", "8M", "--json"))[0], wanted)
    equal(list((folder / "layers").iterdir()), [], "something was left behind")


def what_began_in_memory_loses_nothing_when_that_ends():
    """Though a disk is there."""
    (folder / "layers").mkdir()
    arguments = ["solitaire", "--method", "hash", "--symmetry", "off"]
    equal(run("explore", *arguments, "--memory", "40M", "--disk", "layers", "--states", "60000", "--checkpoint", "kept").status, 3)
    before = json.loads(run("resume", "--json").out)["checkpoints"][0]["states"]
    most = before
    for memory in ("6M", "7M", "8M"):  # how far it comes depends on what the tool itself takes
        result = run("explore", "--resume", "kept", "--memory", memory, "--json")
        found = json.loads(result.out)
        if result.status == 0:
            break
        equal((result.status, found["limit"]), (3, "memory"), result)
        most = max(most, found["states"])
        listed = json.loads(run("resume", "--json").out)["checkpoints"][0]
        equal(listed["states"], most, memory)
    expect(most > before, "it never went on")
    equal(outcome(run("explore", "--resume", "kept", "--memory", "40M", "--json"))[0], whole(arguments))


def a_damaged_layer_is_noticed():
    (folder / "layers").mkdir()
    run("explore", *ON_DISK, "--states", "300000", "--checkpoint", "kept", "--json")
    kept = (folder / "kept").read_bytes()
    files = sorted((folder / "layers").iterdir())
    expect(len(files) >= 2, files)
    for path in files:
        good = path.read_bytes()
        for bad in (bytearray(good), bytearray(good[:len(good) // 2])):
            if len(bad) == len(good):
                bad[len(bad) // 2] ^= 1
            path.write_bytes(bad)
            result = run("explore", "--resume", "kept", "--max-depth", "60")
            equal(result.status, 4, path, result)
            expect("damaged in layers" in result.err, result)
            equal((folder / "kept").read_bytes()[:8], kept[:8])
            (folder / "kept").write_bytes(kept)
        path.write_bytes(good)
    files[0].unlink()
    refused("a file of the checkpoint cannot be opened", "--resume", "kept", status=4)


def a_disk_that_cannot_be_used_is_an_error():
    refused("no file can be made in nowhere", *ON_DISK[:-1], "nowhere", status=4)
    (folder / "layers").mkdir()
    refused("more than --disk-limit allows is needed in layers", *ON_DISK, "--disk-limit", "300K", status=4)
    refused("at least", *ON_DISK, "--disk-limit", "0", status=2)
    result = run("explore", *ON_DISK, "--checkpoint", "kept", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150000, 150000)))
    equal(result.status, 4, result)
    expect("File too large" in result.err and "states, depth " in result.out and "--resume kept" in result.out, result)
    equal(outcome(run("explore", "--resume", "kept", "--json"))[0], in_memory())


def a_full_disk_loses_nothing():
    """Files may not grow beyond some thousand bytes: the first checkpoint fits, the next does not."""
    def little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))
    arguments = ["tiles-2x4", "--from-goal", "--method", "hash", "--checkpoint", "kept", "--every", "0.0001"]
    result = run("explore", *arguments, "--json", preexec_fn=little)
    equal(result.status, 0, result)
    equal(outcome(result)[0]["depths"], whole(RUNS["hash"])["depths"])
    result = run("explore", *arguments, "--states", "9000", preexec_fn=little)
    equal(result.status, 4, result)
    expect("cannot be written: File too large" in result.err and "the layers that were finished" in result.out, result)
    equal(outcome(run("explore", "--resume", "kept", "--json"))[0]["states"], 20160)


CASES = [
    a_limit_on_states_ends_it_again_and_again, a_limit_on_depth_ends_it_at_any_layer, one_without_memory_goes_on_with_more,
    coordinates_with_as_many_rows_and_columns_are_not_mistaken_for_others, memory_that_ends_while_the_file_is_read_loses_nothing,
    what_is_printed_says_how_to_go_on, another_start_and_goal_are_kept, killed_at_any_moment_it_goes_on, a_signal_writes_it_and_ends_it,
    a_changed_byte_is_noticed, a_file_that_is_cut_off_is_refused, other_versions_are_refused, what_is_no_checkpoint_is_refused,
    another_puzzle_is_refused, a_puzzle_that_is_not_in_the_file_must_be_named, a_folder_that_cannot_be_written_to_is_an_error_at_once,
    a_file_of_another_kind_is_never_replaced, a_full_disk_loses_nothing,
]
# These need a memory limit of a few megabytes. A sanitizer takes more than that for itself; tests/unit/disk.c runs with it.
if not SANITIZED:
    CASES += [with_too_little_memory_for_its_coordinates_nothing_is_lost, what_does_not_fit_into_memory_goes_to_disk, on_disk_it_goes_on_after_any_end, what_began_in_memory_loses_nothing_when_that_ends, a_damaged_layer_is_noticed,
              a_disk_that_cannot_be_used_is_an_error]


# ---- make torture

TORTURED = {
    "3x4 tiles by sets": (["tiles-3x4", "--from-goal", "--threads", "2"], 3),
    "3x4 tiles by sets on disk": (["tiles-3x4", "--from-goal", "--threads", "2", "--memory", "30M", "--disk", "."], 6),
    "2x5 tiles by hash on disk": (["tiles-2x5", "--from-goal", "--method", "hash", "--memory", "8M", "--disk", "."], 1),
    "2x5 tiles by rank": (["tiles-2x5", "--from-goal", "--method", "rank", "--threads", "2"], 0.3),
    "2x5 tiles by hash": (["tiles-2x5", "--from-goal", "--method", "hash", "--threads", "2"], 0.5),
    "pocket cube by coordinates": (["pocket-cube", "--from-goal", "--method", "coordinates"], 0.2),
    "pocket cube by hash": (["pocket-cube", "--from-goal", "--method", "hash", "--symmetry", "off"], 1),
}


def torture(kills):
    import tempfile
    moments = random.Random(SEED)
    print(f"TORTURE_SEED={SEED}")
    wrong = 0
    for name, (arguments, seconds) in TORTURED.items():
        with tempfile.TemporaryDirectory() as place:
            enter(Path(place))
            begun = time.monotonic()
            wanted, ended, runs = whole(arguments), 0, 0
            seconds = max(seconds, time.monotonic() - begun)  # on a slow machine kills fall into the work, too, and not only into its start
            while ended < kills:
                result, times = kill_until_done(arguments, moments, seconds, kills - ended)
                right = result.status == 0 and outcome(result)[0] == wanted
                wrong += not right
                ended += times
                runs += 1
                if not right:
                    print(f"WRONG: {name}: {result}")
                (folder / "kept").unlink(missing_ok=True)
            print(f"{name}: {ended} kills, {runs} runs to the end, {wrong} wrong", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--torture":
        torture(int(sys.argv[2]))
    run_cases(CASES, enter)
