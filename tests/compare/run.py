#!/usr/bin/env python3
"""`fewest compare`: all searches agree, the table says why one wins, limits hold: tests/compare/run.py [TOOL]

The last line is 'N passed, M failed'.
"""

import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import xml.etree.ElementTree
from pathlib import Path

TOOL = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("FEWEST")
CLI = Path(__file__).resolve().parent.parent / "cli"
TABLES = ("--tables", "4M")


def tool(*arguments, cache=None, **more):
    """Tables that the user has saved do not count, only those in the folder `cache`."""
    variables = os.environ | {"XDG_CACHE_HOME": str(cache or "/nonexistent")}
    return subprocess.run([TOOL, *map(str, arguments)], capture_output=True, text=True, timeout=300, env=variables, **more)


def run(*arguments, status=0, **more):
    done = tool("compare", *arguments, **more)
    assert done.returncode == status, f"status {done.returncode} instead of {status}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def rows_of(*arguments, status=0, **more):
    return json.loads(run(*arguments, *TABLES, "--json", status=status, **more))["searches"]


def every_search_is_there_and_they_agree():
    rows = rows_of("eight")
    version = subprocess.run([TOOL, "--version"], capture_output=True, text=True, check=True).stdout
    words = next(line for line in version.split("\n") if line.startswith("searches:")).split()[1:]
    assert [word for word in words if not any(row["search"] == word for row in rows)] == []
    assert {row["length"] for row in rows if row["status"] == "solved"} == {19}
    for search in ("bfs", "bidirectional"):
        mine = [row for row in rows if row["search"] == search]
        assert [row["store"] for row in mine] == ["multiset rank", "hash table", "search tree"], mine
        assert len({row["expanded"] for row in mine}) == 1, mine


def no_row_is_shown_twice():
    rows = rows_of("eight")
    kinds = [(row["search"], row["store"], row["bound"]) for row in rows]
    assert len(kinds) == len(set(kinds)), kinds
    assert len([row for row in rows if row["search"] == "idastar"]) == 2, "with and without tables"


def with_costs_one_row_is_dijkstra():
    rows = rows_of(CLI / "cost.few")
    assert [row["search"] for row in rows].count("dijkstra") == 1, rows


def the_last_column_follows_from_the_numbers():
    rows = rows_of("eight")
    done = [row for row in rows if row["status"] == "solved"]
    least = min(row["expanded"] for row in done)
    smallest = min(row["peak_bytes"] for row in done)
    quickest = min(row["seconds"] + row["setup_seconds"] for row in done)
    for row in done:
        assert ("fewest expanded" in row["why"]) == (row["expanded"] == least), row
        assert ("least memory" in row["why"]) == (row["peak_bytes"] == smallest), row
        assert row["why"], row
    fastest = [row for row in done if row["why"].startswith("fastest") and "without" not in row["why"].split(",")[0]]
    assert fastest and abs(fastest[0]["seconds"] + fastest[0]["setup_seconds"] - quickest) < 3e-6, (fastest, quickest)


def the_table_is_for_people():
    text = run("eight", *TABLES)
    assert text.startswith("Eight puzzle\nsearch "), text
    assert "why" in text.split("\n")[1]
    assert "auto chooses bidirectional: " in text
    assert "22,016" in text


def random_starts_come_from_the_seed():
    one, two, other = (rows_of("eight", "--random", 4, "--seed", seed, "--steps", 30) for seed in (7, 7, 8))
    assert [row["expanded"] for row in one] == [row["expanded"] for row in two]
    assert [row["expanded"] for row in one] != [row["expanded"] for row in other]
    assert all(row["finished"] == row["solved"] == 4 for row in one)
    assert len({row["length"] for row in one}) == 1


def starts_can_be_given():
    rows = rows_of("eight", "1 2 3 / 4 5 6 / 7 x 8", "12345678x", "1 2 3 4 5 6 8 7 x")
    for row in rows:
        assert (row["finished"], row["solved"], row["length"]) == (3, 2, 1) or row["status"] == "limit", row


def strings_mazes_costs_and_values():
    for puzzle in ("strings", "maze", "two-jugs", CLI / "cost.few"):
        rows = rows_of(puzzle)
        assert rows and len({row["length"] for row in rows}) == 1, rows


def standard_input():
    text = (CLI / "frogs.few").read_text()
    assert len({row["length"] for row in rows_of("-", input=text)}) == 1


def a_hopeless_search_is_given_up():
    text = run("fifteen", "--tables", "1M", "--time", "0.2", "--memory", "16M")
    assert "gave up: the time limit" in text or "gave up: the memory limit" in text, text
    far = "15 14 8 12 / 10 11 13 9 / 2 6 5 1 / 3 7 4 x"
    rows = rows_of("fifteen", far, "--time", "0.02", "--memory", "16M", status=3)
    assert {row["status"] for row in rows} == {"limit"}, rows
    assert all(row["limit"] in ("time", "memory") for row in rows), rows


def files():
    with tempfile.TemporaryDirectory() as directory:
        table, drawing = Path(directory) / "table.csv", Path(directory) / "bars.svg"
        rows = rows_of("two-jugs", "--csv", table, "--svg", drawing)
        written = list(csv.DictReader(table.open()))
        assert [row["search"] for row in written] == [row["search"] for row in rows]
        assert [int(row["expanded"]) for row in written] == [row["expanded"] for row in rows]
        bars = xml.etree.ElementTree.parse(drawing).getroot().findall("{http://www.w3.org/2000/svg}rect")
        assert len(bars) == 1 + 3 * len(rows)
        run("two-jugs", *TABLES, "--csv", Path(directory) / "no" / "such", status=4)


def saved_tables_are_used_as_solve_uses_them():
    with tempfile.TemporaryDirectory() as cache:
        tool("table", "build", "eight", cache=cache, check=True)
        rows = rows_of("eight", cache=cache)
        bounds = [row["bound"] for row in rows if row["search"] in ("astar", "idastar")]
        assert [bound.endswith(", from a file") for bound in bounds] == [False, True, False, True], bounds
        assert {row["length"] for row in rows} == {19} and "table" not in {row["search"] for row in rows}
        tool("table", "build", "eight", "--distances", cache=cache, check=True)
        told = json.loads(run("eight", "--random", 3, "--json", cache=cache))
        last = told["searches"][-1]
        assert (last["search"], last["expanded"], last["finished"]) == ("table", 0, 3), last
        assert told["auto"].startswith("table: "), told
        assert "from a file" not in run("eight", "--no-tables", cache=cache)
        text = (CLI / "eight.few").read_text()
        assert "table" in {row["search"] for row in rows_of("-", cache=cache, input=text)}


def a_table_can_be_named():
    with tempfile.TemporaryDirectory() as folder:
        for kind in ((), ("--distances",)):
            tool("table", "build", "eight", *kind, "-o", Path(folder) / "a.table", check=True)
            rows = rows_of("eight", "--table", Path(folder) / "a.table")
            files = [row["search"] for row in rows if "from a file" in (row["bound"] or "") or row["search"] == "table"]
            assert files == (["table"] if kind else ["astar", "idastar"]), files
        text = run("lock", "--table", Path(folder) / "a.table")
        assert text.count("another puzzle") == 1 and text.count("continuing without it") == 1, text


def a_search_that_was_interrupted_reached_no_limit():
    """It said: gave up: the interrupted limit."""
    far = "15 14 8 12 / 10 11 9 13 / 2 6 5 1 / 3 7 4 x"
    for moment in (0.5, 2, 8):  # until the first search has begun
        process = subprocess.Popen([TOOL, "compare", "fifteen", far, "--time", "100", "--memory", "1G"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=100)
        assert process.returncode == 130 and "interrupted limit" not in out, (process.returncode, out, err)
        if "interrupted, after 0 of 1 start" in out:
            return
    raise AssertionError(out)


def mistakes():
    assert "not both" in run("eight", "12345678x", "--random", 3, status=2)
    run("no-such-puzzle", status=2)
    run("eight", "12345678y", status=2)
    run("eight", "--time", "0", status=2)
    run(status=2)


def main():
    if not TOOL:
        sys.exit(__doc__)
    tests = [value for value in globals().values() if callable(value) and value.__module__ == "__main__"
             and value.__name__ not in ("tool", "run", "rows_of", "main", "Path")]
    failed = 0
    for test in tests:
        try:
            test()
        except Exception:  # the next test may still say something
            failed += 1
            print(f"FAILED {test.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
