"""What the tests of processes that share a job have in common: how they are started by a real mpirun, found, and whether they can be."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Result, expect

PATIENCE = 60  # seconds until all have ended whose fellow was killed; a quiet machine needs less than one
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))  # then each process takes long to start
TOOL = Path(os.environ["FEWEST"]).resolve()

# More processes than processors, also of the superuser: that is for tests only. What Open MPI never gives back is none of ours.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0",
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}

ONE_WAY = "board 1 x 9\npieces a b .\nmove right: a . -> . a\nmove over: a b . -> . b a\nmove left: . b -> b .\nmove back: . a b -> b a .\nstart a a a a . b b b b\n"
TEXT = "string 7\npieces a b c\nmove swap: a b -> b a\nmove turn: b c -> c b\nmove make: c a -> a a\nstart a b c a b c b\ngoal a\n"


def write_puzzles(folder):
    (folder / "one-way.few").write_text(ONE_WAY)
    (folder / "text.few").write_text(TEXT)


def run_alone(folder, *arguments):
    return Result(subprocess.run([TOOL, *arguments], cwd=folder, capture_output=True))


def run_together(folder, processes, *command):
    return Result(subprocess.run(["mpirun", "-n", str(processes), *command], cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=10 * PATIENCE))


def start_together(folder, processes, *command):
    return subprocess.Popen(["mpirun", "-n", str(processes), *command], cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def by_number(first, others):
    """A shell command that does one thing in the first process, and another in all others."""
    return ["sh", "-c", f'if [ "$OMPI_COMM_WORLD_RANK" = 0 ]; then {first}; else {others}; fi']


def processes_of(parent, count):
    """The numbers of the processes that this one has started, once there are so many."""
    for _ in range(600):
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(stat.parent.name))
        if len(found) == count:
            return found
        time.sleep(0.05)
    expect(False, "the processes did not start")


def wait_until_at_work(numbers):
    """Until each of them has computed for half a second: then it explores, whatever the speed of the machine."""
    def ticks(number):
        return sum(map(int, Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[11:13]))

    while any(ticks(number) < os.sysconf("SC_CLK_TCK") / 2 for number in numbers):
        time.sleep(0.05)


def is_running(number):
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def parts_of(folder):
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("kept."))


def kill_one(job, processes, moment, which):
    """Kills one of the processes some seconds after they were started. Returns what mpirun said; None: it had ended before."""
    try:
        found = sorted(processes_of(job.pid, processes))
        job.wait(moment)
    except subprocess.TimeoutExpired:
        try:
            os.kill(found[which % processes], signal.SIGKILL)
        except ProcessLookupError:  # it had ended, and mpirun not yet
            return None
        begun = time.monotonic()
        while any(is_running(number) for number in found):
            expect(time.monotonic() - begun < PATIENCE, "some are still there")
            time.sleep(0.02)
        try:
            out, err = job.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:  # mpirun itself may hang if one is killed while MPI starts, though none is left
            job.kill()
            out, err = job.communicate()
        return Result(subprocess.CompletedProcess([], job.returncode, out, err))
    return None


def kill_at_work(job, processes, which):
    """Kills one of the processes when all are at work: mpirun says so, and ends the others."""
    found = sorted(processes_of(job.pid, processes))
    wait_until_at_work(found)
    os.kill(found[which], signal.SIGKILL)
    out, err = job.communicate(timeout=10 * PATIENCE)
    expect(job.returncode != 0 and b"signal 9" in err, job.returncode, out, err)
    begun = time.monotonic()
    while any(is_running(number) for number in found):
        expect(time.monotonic() - begun < PATIENCE, "some are still there")
        time.sleep(0.05)


def kill_until_done(folder, command, arguments, chance, kills, seconds):
    """Ends what two or three processes do at random moments, by killing one of them, and goes on from there. Its result, and how often it was ended."""
    ended = 0
    result = None
    while result is None:
        kept = (folder / "kept").exists()
        processes = chance.choice((2, 3))
        job = start_together(folder, processes, TOOL, command, *(["--resume", "kept"] if kept else [*arguments, "--checkpoint", "kept"]), "--every", "0.001", "--json")
        if ended < kills and kill_one(job, processes, chance.uniform(0, seconds), chance.randrange(processes)):
            ended += 1
            continue
        out, err = job.communicate(timeout=120)
        result = Result(subprocess.CompletedProcess([], job.returncode, out, err))
    return result, ended


def skip_without_mpi():
    if not (TOOL.parent / "fewest-mpi.so").exists():
        print("skipped: fewest was built without MPI (tools/setup mpi)")
        sys.exit(77)
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun (tools/setup mpi)")
        sys.exit(77)
