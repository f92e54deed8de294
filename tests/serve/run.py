#!/usr/bin/env python3
"""Tests of the page's server from outside: tests/serve/run.py [WORD...]

The tool is $FEWEST. With words, only tests whose name holds one of them run. Each function whose name begins with
`test_` is a test named after the behaviour it protects. Prints 'N passed, M failed' as its last line.
"""

import base64
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from outside import Failure, equal, expect  # noqa: E402

TOOL = os.path.abspath(os.environ.get("FEWEST", ""))
SANITIZED = bool(os.environ.get("FEWEST_SANITIZED"))
# On a slow machine the server ends while threads that are done wait to be joined: no leak, but the thread sanitizer says so.
ENVIRONMENT = {**os.environ, "TSAN_OPTIONS": os.environ.get("TSAN_OPTIONS", "") + ":report_thread_leaks=0"}
PATIENCE = 60  # seconds until something that should have ended counts as stuck; none of the searches stopped here ends by itself before


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    def __str__(self):
        return f"status {self.status}, {self.body[:400]!r}"


class Server:
    """One `fewest serve`, ended by Control-C at the end of its block, which it must survive."""

    def __init__(self, *options):
        self.process = subprocess.Popen([TOOL, "serve", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
        self.address = self.process.stdout.readline().decode().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.address)
        if not match:
            self.process.kill()
            raise Failure("no address:", self.address, self.process.communicate()[1].decode())
        self.port, self.token = int(match[1]), match[2]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            out, err = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure("Control-C did not end the server")
        if kind is None:
            equal(self.process.returncode, 0, err.decode()[-3000:])
            equal((out, err), (b"", b""), "it says nothing but its address:")

    def connect(self, timeout=PATIENCE):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, token=None, **parameters):
        connection = self.connect()
        target = f"/{self.token if token is None else token}/{path}"
        if parameters:
            target += "?" + urlencode(parameters)
        try:
            connection.request(method, target, body.encode() if isinstance(body, str) else body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, **parameters):
        return self.ask("GET", path, **parameters)

    def post(self, path, body, **parameters):
        return self.ask("POST", path, body, **parameters)

    def text(self, name):
        return self.get("api/puzzle", name=name).json["text"]

    def events(self, run):
        """All events of a run, as pairs of name and value; ends with the stream."""
        connection = self.connect()
        connection.request("GET", f"/{self.token}/api/run/{run}/events")
        with contextlib.closing(connection):
            yield from self.read_events(connection.getresponse())

    @staticmethod
    def read_events(response):
        equal(response.status, 200)
        expect(response.headers["Content-Type"].startswith("text/event-stream"))
        name = None
        for line in response:
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))

    def solve(self, body, **parameters):
        """The result of a search, waited for."""
        begun = self.post("api/solve", body, **parameters)
        equal(begun.status, 202, begun)
        return list(self.events(begun.json["run"]))[-1][1]

    def resident(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s*(\d+)", file.read())[1]) * 1024


def command(*arguments):
    return subprocess.run([TOOL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)


# ---- Who may ask


def test_a_wrong_token_is_refused(server):
    other = server.token[:-1] + ("0" if server.token[-1] != "0" else "1")
    for token in (other, "", "x", server.token[:-1], server.token + "0", server.token.upper() + "x"):
        answer = server.ask("GET", "api/puzzles", token=token)
        equal(answer.status, 403, repr(token))
        expect(answer.json["error"]["message"])
    connection = server.connect()
    connection.request("GET", f"/{server.token}")
    response = connection.getresponse()
    equal((response.status, response.headers["Location"]), (302, f"/{server.token}/"))
    connection.close()


def test_tokens_differ(server):
    with Server() as other:
        expect(other.token != server.token)


def test_another_host_is_refused(server):
    for host in ("example.org", f"example.org:{server.port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1.example:{server.port}", ""):
        equal(server.ask("GET", "", headers={"Host": host}).status, 403, repr(host))
    equal(server.ask("GET", "", headers={"Host": f"localhost:{server.port}"}).status, 200)
    equal(server.ask("GET", "", headers={"Origin": "http://example.org"}).status, 403)
    equal(server.ask("GET", "", headers={"Origin": f"http://127.0.0.1:{server.port}"}).status, 200)


def test_it_listens_on_127_0_0_1_only(server):
    with open("/proc/net/tcp") as file:
        listening = [line.split()[1] for line in file if line.split()[3] == "0A"]
    own = [place for place in listening if int(place.split(":")[1], 16) == server.port]
    equal(own, [f"0100007F:{server.port:04X}"])


def test_every_answer_carries_the_headers(server):
    for answer in (server.get(""), server.get("api/puzzles"), server.get("nothing"), server.ask("GET", "", token="x")):
        expect("default-src 'none'" in answer.headers["Content-Security-Policy"])
        equal(answer.headers["X-Content-Type-Options"], "nosniff")
        equal(answer.headers["Referrer-Policy"], "no-referrer")
        equal(answer.headers["Cache-Control"], "no-store")


# ---- Puzzles and starts


def test_the_page_is_there(server):
    answer = server.get("")
    equal(answer.status, 200)
    expect(answer.headers["Content-Type"].startswith("text/html"))
    equal(server.get("index.html").body, answer.body)


def test_every_built_in_is_listed_checked_and_solved(server):
    puzzles = server.get("api/puzzles").json
    expect(len(puzzles) > 20)
    for puzzle in puzzles:
        name = puzzle["example"]
        expect(puzzle["summary"] and (puzzle["family"] or name == puzzle["name"]), puzzle)
        text = server.text(name)
        checked = server.post("api/check", text)
        equal(checked.status, 200, name, checked)
        expect(checked.json["goal"] and checked.json["start"], name, checked)
        expect(checked.json["scene"]["shapes"], name, "has no picture")
        moves = server.post("api/moves", text).json
        equal((moves["state"], moves["scene"]), (checked.json["start"], checked.json["scene"]), name)
        expect(moves["moves"] and all(move["scene"]["shapes"] for move in moves["moves"]), name)
        if name in ("fifteen", "peg-solitaire"):  # take a while
            continue
        wanted = json.loads(command("solve", name, "--json", "--show").stdout)
        got = server.solve(text)
        for key in ("status", "length", "cost", "moves", "states"):
            equal(got[key], wanted[key], name, key)
        equal(got["states"][0], checked.json["start"], name)
        equal(len(got["scenes"]), len(got["states"]), name)
        expect(all(scene["shapes"] for scene in got["scenes"]), name)
        first = next(move for move in moves["moves"] if move["state"] == got["states"][1])
        equal((first["word"], first["scene"]), (got["moves"][0], got["scenes"][1]), name)
        state = got["states"][-1]
        expect(server.post("api/scene", text, start=state).json["scene"]["shapes"], name)
        equal(server.post("api/moves", text, start=state).json["goal"], True, name)


def test_moves_have_costs_and_bounds(server):
    """Each tile of eight has so far to go; a bound is given only where it is asked for."""
    text = server.text("eight")
    plain = server.post("api/moves", text).json
    expect("bound" not in plain and all(move["cost"] == 1 and "bound" not in move for move in plain["moves"]), plain)
    goal = server.solve(text)["states"][-1]

    def manhattan(state):
        place, home = ({tile: divmod(i, 3) for i, tile in enumerate(re.sub("[ /]", "", text))} for text in (state, goal))
        return sum(abs(place[tile][k] - home[tile][k]) for tile in home if tile in "12345678" for k in (0, 1))

    answer = server.post("api/moves", text, bounds="yes").json
    expect(answer["bound"] >= manhattan(answer["state"]) > 0, answer["bound"])
    for move in answer["moves"]:
        expect(move["bound"] >= manhattan(move["state"]) and abs(move["bound"] - answer["bound"]) == 1, move)
    equal(server.post("api/moves", text, start=goal, bounds="yes").json["bound"], 0)
    equal(server.post("api/moves", text.replace("goal", ";"), bounds="yes").status, 422)


def test_what_leads_to_a_state(server):
    """The moves into a state are those that lead there, and the goals are where solutions end."""
    text = server.text("eight")
    result = server.solve(text)
    goals = server.post("api/before", text).json["states"]
    equal([goal["state"] for goal in goals], result["states"][-1:])
    for before, state, word in zip(result["states"], result["states"][1:], result["moves"]):
        states = server.post("api/before", text, to=state).json["states"]
        expect(word in [each["word"] for each in states if each["state"] == before], (before, state))
        for each in states:
            moves = server.post("api/moves", text, start=each["state"]).json["moves"]
            expect((each["word"], each["cost"], state) in [(move["word"], move["cost"], move["state"]) for move in moves], each)
            expect(each["scene"]["shapes"], each)
    equal(server.post("api/before", text, to="1 2 3").status, 422)
    equal(server.post("api/before", text.replace("goal", ";")).status, 422)


def test_a_mistake_is_told_with_its_place(server):
    text = server.text("eight").replace("goal", "gaol")
    error = server.post("api/check", text).json["error"]
    line = next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith("gaol"))
    equal((error["line"], error["where"]), (line, "puzzle"), error)
    expect("goal" in error["hint"], error)
    error = server.post("api/check", server.text("eight"), start="1 2 3").json["error"]
    equal(error["where"], "start")
    for path in ("api/check", "api/start", "api/solve", "api/explore", "api/table", "api/moves", "api/before", "api/graph"):
        equal(server.post(path, text, how="random").status, 422, path)


def test_files_of_other_programs_are_taken(server):
    level = "a level\n\n#####\n#@$.#\n#####\n"
    equal(server.post("api/check", level).status, 200)
    equal(server.solve(level)["moves"], ["R"])
    equal(server.solve("xooooooAAoGBCoHoGBCoHFFooDDDoEoooooE")["length"], 8)
    equal((server.post("api/check", level).json["imported"], server.post("api/check", server.text("eight")).json["imported"]), (True, False))
    equal(server.solve(server.post("api/rules", level).json["text"])["moves"], ["R"])
    equal(server.post("api/rules", "board 3\n").json["text"], "board 3\n")
    error = server.post("api/check", level.replace("$", "x")).json["error"]
    equal((error["line"], error["column"], error["where"]), (4, 3, "puzzle"), error)


def test_what_a_start_is_made_of(server):
    parts = server.post("api/check", server.text("eight"), start="1 2 3 / 4 x 5 / 6 7 8").json
    equal((parts["rows"], parts["columns"], parts["editable"]), (3, 3, True))
    equal(parts["cells"], "1 2 3 4 x 5 6 7 8".split())
    equal(parts["pieces"], "1 2 3 4 5 6 7 8 x".split())
    equal([row["name"] for row in parts["algorithms"]], ["auto", "bfs", "bidirectional", "astar", "idastar"])
    # The picture of a goal: empty where it says nothing, but for what never moves.
    pictured = {}
    for name in ("eight", "klotski", "ricochet", "two-jugs"):
        checked = server.post("api/check", server.text(name)).json
        shapes = (checked["goal_scene"] or {"shapes": []})["shapes"]
        pictured[name] = (checked["goal_whole"], sum(shape["tone"] == "wall" for shape in shapes), "".join(sorted(shape.get("label", "") for shape in shapes)))
    equal(pictured, {"eight": (True, 0, "12345678"), "klotski": (False, 0, "B"), "ricochet": (False, 6, ""), "two-jugs": (True, 0, "")})
    no_empty = "board 2 x 2\npieces 1..4\nmove 1 2 -> 2 1\nstart 1 2 / 3 4\ngoal _ 1 / _ _\n"
    equal(server.post("api/check", no_empty).json["goal_scene"], None)
    parts = server.post("api/check", server.text("two-jugs")).json
    equal([var["name"] for var in parts["variables"]], ["A", "B"])
    equal(parts["variables"][0]["values"], ["0", "1", "2", "3"])
    equal((parts["cells"], parts["values"], parts["editable"]), ([], ["0", "0"], True))
    equal(server.post("api/check", server.text("strings")).json["editable"], False)
    open_ended = "board 2\npieces a b\nmove: a b -> b a\n"
    parts = server.post("api/check", open_ended).json
    equal((parts["start"], parts["goal"], parts["scene"]), (None, False, None))
    parts = server.post("api/check", open_ended, start="a b").json
    equal((parts["start"], parts["goal"]), ("ab", False))


def test_starts(server):
    text = server.text("eight")
    one, same, other = (server.post("api/start", text, how="random", seed=seed).json["start"] for seed in (1, 1, 2))
    equal(one, same)
    expect(one != other)
    for depth in (0, 1, 7, 20, 31):
        start = server.post("api/start", text, how="depth", depth=depth).json
        equal(start["depth"], depth)
        equal(server.solve(text, start=start["start"])["length"], depth)
    hardest = server.post("api/start", text, how="hardest").json
    equal(hardest["depth"], 31)
    equal(server.solve(text, start=hardest["start"])["length"], 31)
    equal(server.post("api/start", text, how="depth", depth=1000).status, 422)


def test_a_start_of_any_depth_that_there_is_is_found(server):
    """Random starts were solved only: of 31 moves none was found, in the words that were used for 32, too."""
    text = server.text("eight")
    start = server.post("api/start", text, how="depth", depth=31)
    equal((start.status, start.json.get("depth")), (200, 31))
    equal(server.solve(text, start=start.json["start"])["length"], 31)
    none = server.post("api/start", text, how="depth", depth=32)
    equal(none.status, 422)
    expect("the deepest are 31" in none.json["error"]["message"], none.json)
    for query in ("how=depth", "how=depth&depth="):
        equal(server.ask("POST", f"api/start?{query}", text).status, 400, query)


def test_a_refused_method_names_what_it_was_asked_of(server):
    equal(server.ask("OPTIONS", "").json["error"]["message"], "the page takes GET")
    equal(server.ask("PUT", "main.js").json["error"]["message"], "main.js takes GET")


# ---- Searches


def test_every_algorithm_gives_the_same_answer(server):
    text = server.text("tiles-3x3")
    results = {word: server.solve(text, algorithm=word) for word in ("bfs", "bidirectional", "astar", "idastar")}
    for word, result in results.items():
        equal(result["moves"], results["bfs"]["moves"], word)
        equal(result["statistics"]["algorithm"], word)
        expect(result["statistics"]["peak_bytes"] > 0 and result["reason"], word)


def test_layers_and_levels_are_told(server):
    text = server.text("tiles-3x3")
    explored = json.loads(command("explore", "tiles-3x3", "--json").stdout)["depths"]
    last = {}
    for word in ("bfs", "bidirectional", "astar", "idastar"):
        run = server.post("api/solve", text, algorithm=word).json["run"]
        last[word] = [value for name, value in server.events(run) if name == "progress"][-1]
    length = server.solve(text)["length"]
    equal(last["bfs"]["layers"][0][:length], explored[:length])
    equal((last["bfs"]["layers"][1], last["bfs"]["levels"]), ([], []))
    forward, backward = last["bidirectional"]["layers"]
    equal(len(forward) + len(backward), length + 2)
    equal(forward[:-1], explored[:len(forward) - 1])
    equal(last["bidirectional"]["frontiers"], [forward[-1], backward[-1]])
    for word in ("astar", "idastar"):
        levels = last[word]["levels"]
        equal(levels[-1][0], length, word)
        equal(sum(expanded for _, expanded in levels), last[word]["expanded"], word)
        equal(last[word]["layers"], [[], []])


def test_the_graph_and_the_order_of_a_search(server):
    for name in ("two-jugs", "wolf-goat-cabbage", "frogs", "maze", "strings", "hanoi-4-3", "knights"):
        text = server.text(name)
        explored = json.loads(command("explore", name, "--json").stdout)
        for word in ("bfs", "bidirectional", "astar", "idastar"):
            graph = server.post("api/graph", text, algorithm=word).json
            nodes = graph["nodes"]
            equal((graph["truncated"], graph["cut"], graph["status"]), (False, False, "solved"), name)
            equal([sum(node["depth"] == depth for node in nodes) for depth in range(explored["max_depth"] + 1)],
                  explored["depths"], name)
            equal(len({node["state"] for node in nodes}), len(nodes), name)
            result = server.solve(text, algorithm=word)
            equal([nodes[i]["state"] for i in graph["path"]], result["states"], name, word)
            expect(nodes[graph["path"][-1]]["goal"], name)
            edges = {(i, j): move for i, j, move in graph["edges"]}
            equal([edges[pair] for pair in zip(graph["path"], graph["path"][1:])], result["moves"], name, word)
            expect(all(nodes[j]["depth"] <= nodes[i]["depth"] + 1 for i, j in edges), name)
            if word != "idastar":
                for side in (0, 1):
                    reached = [node for tick in graph["order"] if tick["side"] == side for node in tick["nodes"]]
                    equal(len(set(reached)), len(reached), name, word, "reaches a state twice")
            met = {node for tick in graph["order"] for node in tick["nodes"]}
            expect(set(graph["path"][:-1]) <= met, name, word)
    graph = server.post("api/graph", server.text("eight")).json
    equal((len(graph["nodes"]), graph["truncated"], graph["order"], graph["path"]), (5000, True, [], []))


def test_the_solution_can_be_downloaded(server):
    text = server.text("knights")
    run = server.post("api/solve", text).json["run"]
    result = list(server.events(run))[-1][1]
    words = server.get(f"api/run/{run}/solution.txt")
    equal(words.body.decode().split(), result["moves"])
    expect("attachment" in words.headers["Content-Disposition"])
    equal(server.get(f"api/run/{run}/solution.json").json["moves"], result["moves"])
    equal(server.get(f"api/run/{run}").json, result)
    picture = server.get(f"api/run/{run}/solution.svg")
    expect(picture.headers["Content-Type"] == "image/svg+xml" and b"</svg>" in picture.body)


def test_a_search_is_watched_and_stopped(server):
    run = server.post("api/solve", server.text("fifteen"), algorithm="bfs").json["run"]
    began, told, stopped = time.monotonic(), [], None
    for name, value in server.events(run):
        told.append((name, value))
        if not stopped and time.monotonic() - began > 1:
            equal(server.get(f"api/run/{run}").json["running"], True)
            equal(server.post(f"api/run/{run}/stop", "").json, {"status": "stopping"})
            stopped = time.monotonic()
            before = len(told)
    expect(time.monotonic() - stopped < PATIENCE, "it took", time.monotonic() - stopped)
    expect(before >= 2, "told", before, "times in a second")
    equal(told[-1][0], "done")
    equal(told[-1][1]["status"], "interrupted")
    expanded = [value["expanded"] for name, value in told if name == "progress"]
    equal(expanded, sorted(expanded))
    expect(expanded[-1] > expanded[0] > 0)


def twenty_four_tiles():
    """A puzzle whose tables and search take longer than anyone waits."""
    start = "x 24 23 22 21 / 20 19 18 17 16 / 15 14 13 12 11 / 10 9 8 7 6 / 5 4 3 2 1"
    goal = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 21 22 23 24 x"
    return f"""board 5 x 5\npieces 1..24 x\nlet t = 1..24\nmove any direction: x t -> t x\nstart {start}\ngoal {goal}\n"""


def test_a_search_with_tables_is_stopped(server):
    for wait in (0, 0.2, 1):  # while tables are made, and afterwards
        run = server.post("api/solve", twenty_four_tiles(), algorithm="astar").json["run"]
        time.sleep(wait)
        server.post(f"api/run/{run}/stop", "")
        began = time.monotonic()
        equal(list(server.events(run))[-1][1]["status"], "interrupted")
        expect(time.monotonic() - began < PATIENCE, "it took", time.monotonic() - began)


def test_limits_hold(server):
    with Server("--memory", "8M") as small:
        text = small.text("fifteen")
        result = small.solve(text, algorithm="bfs", memory=1 << 40, seconds=1000)
        equal((result["status"], result["limit"]), ("limit", "memory"))
        equal(small.post("api/start", text, how="hardest").status, 422)
    equal(server.solve(server.text("fifteen"), algorithm="bfs", seconds=0.2)["limit"], "time")


def test_searches_at_once_are_limited(server):
    text = server.text("fifteen")
    runs = []
    for _ in range(4):
        begun = server.post("api/solve", text, algorithm="bfs")
        equal(begun.status, 202)
        runs.append(begun.json["run"])
    for path in ("api/solve", "api/explore", "api/table", "api/start", "api/graph"):
        refused = server.post(path, text, how="random")
        equal(refused.status, 429, path)
        expect(refused.json["error"]["message"])
    for run in runs:
        server.post(f"api/run/{run}/stop", "")
    for run in runs:
        equal(list(server.events(run))[-1][1]["status"], "interrupted")
    equal(server.solve(text, algorithm="bfs", seconds=0.1)["limit"], "time")


def test_a_space_is_explored(server):
    text = server.text("two-jugs")
    run = server.post("api/explore", text).json["run"]
    result = list(server.events(run))[-1][1]
    wanted = json.loads(command("explore", "two-jugs", "--json").stdout)
    for key in ("status", "states", "depths", "max_depth", "method"):
        equal(result[key], wanted[key], key)
    run = server.post("api/explore", server.text("eight")).json["run"]
    result = list(server.events(run))[-1][1]
    equal(result["hardest"], json.loads(command("explore", "eight", "--hardest", "12", "--json").stdout)["hardest"])


def run_of(server, path, body, **query):
    """The result of a run."""
    return list(server.events(server.post(path, body, **query).json["run"]))[-1][1]


def test_distances_are_looked_up_in_a_table(server):
    """What the table says of a state is what a search finds, of any state that one can play to."""
    for name, ends in (("eight", {"solved"}), ("sokoban", {"solved", "unsolvable"}), ("wolf-goat-cabbage", {"solved"})):
        text = server.text(name)
        equal(server.post("api/distance", text, start="x").status, 404, name)
        equal(run_of(server, "api/table", text), {"running": False, "status": "kept"}, name)
        seen, said = set(), set()
        for seed in range(1, 6):
            state = server.post("api/check", text).json["start"]
            for step in range(12):
                moves = server.post("api/moves", text, start=state).json["moves"]
                if not moves:
                    break
                state = moves[(seed * 7 + step * step) % len(moves)]["state"]
                if state in seen:
                    continue
                seen.add(state)
                found = server.post("api/distance", text, start=state).json
                wanted = server.solve(text, start=state)
                equal([found.get(key) for key in ("status", "length", "cost")], [wanted.get(key) for key in ("status", "length", "cost")], state)
                said.add(found["status"])
                expect("scenes" not in found and found.get("states", [state])[0] == state, name)
        equal(said, ends, name)
    equal(server.post("api/distance", server.text("eight")).status, 400)
    equal(server.post("api/distance", server.text("eight"), start="1 2 3").json["error"]["where"], "start")
    equal(server.post("api/distance", server.text("eight"), start="2 1 3 / 4 5 6 / 7 8 x").json["status"], "unsolvable")


def test_few_tables_are_kept(server):
    """The one that was not asked for the longest makes room; what does not fit, or has costs, is refused."""
    rules = [server.text("two-jugs") + f"; number {i}\n" for i in range(5)]
    start = server.post("api/check", rules[0]).json["start"]
    for text in rules[:4]:
        equal(run_of(server, "api/table", text)["status"], "kept")
    equal(server.post("api/distance", rules[0], start=start).json["length"], server.solve(rules[0])["length"])
    equal(run_of(server, "api/table", rules[4])["status"], "kept")
    equal([server.post("api/distance", text, start=start).status for text in rules], [200, 404, 200, 200, 200])
    expect("cost" in run_of(server, "api/table", server.text("bridge"))["error"]["message"])
    # A slow machine gets to the limit of time first.
    expect(re.search("(memory|time) limit", run_of(server, "api/table", server.text("fifteen"))["error"]["message"]))
    equal(server.post("api/table", "board 3\n").status, 422)
    run = server.post("api/table", server.text("lights-out-5x5")).json["run"]
    server.post(f"api/run/{run}/stop", "")
    equal(list(server.events(run))[-1][1]["error"]["message"], "interrupted")


def test_an_answer_is_proved_and_verified(server):
    """The proof is that of the tool, and whatever is changed in it is refused."""
    for name in ("eight", "two-jugs", "klotski"):
        text = server.text(name)
        result = run_of(server, "api/prove", text)
        proof = base64.b64decode(result["proof"])
        equal((result["status"], result["bytes"]), ("proved", len(proof)), name)
        expect(proof == command("solve", name, "--proof", "-").stdout, name)
        rules = text.encode()
        verdict = run_of(server, "api/verify", rules + proof, puzzle=len(rules))
        equal((verdict["status"], verdict["exit"]), ("verified", 0), verdict)
        expect(verdict["message"].startswith("verified: "), verdict)
        equal(run_of(server, "api/verify", proof)["status"], "verified", name)
        forged = proof.replace(b"claim solved ", b"claim solved 1")
        equal(run_of(server, "api/verify", forged)["status"], "refused", name)
        other = rules.replace(b";", b":", 1)
        equal(run_of(server, "api/verify", other + proof, puzzle=len(other))["exit"], 1, name)
    equal(run_of(server, "api/verify", b"anything")["exit"], 2)
    equal(server.post("api/verify", b"short", puzzle=6).status, 400)
    equal(run_of(server, "api/prove", "010\n000\n")["status"], "proved")
    equal(run_of(server, "api/prove", "type octile\nheight 2\nwidth 3\nmap\n...\n...\n")["status"], "error")
    level = "#####\n#@$.#\n#####\n"
    equal(run_of(server, "api/prove", level)["imported"], True)


def test_finished_runs_are_forgotten_in_the_end(server):
    text = server.text("two-jugs")
    first = server.post("api/solve", text).json["run"]
    for _ in range(40):
        server.solve(text)
    equal(server.get(f"api/run/{first}").status, 404)


# ---- What goes wrong


def test_wrong_requests_are_answered(server):
    eight = server.text("eight")
    for method, path, status in (
        ("GET", "api/nothing", 404), ("GET", "../etc/passwd", 404), ("GET", "%2e%2e/x", 404), ("GET", "index.html/", 404),
        ("GET", "api/solve", 405), ("POST", "api/puzzles", 405), ("DELETE", "", 405), ("PUT", "api/solve", 405),
        ("GET", "api/puzzle", 400), ("GET", "api/puzzle?name=nothing", 422), ("GET", "api/puzzle?name=../x", 422),
        ("GET", "api/run/999999", 404), ("GET", "api/run/99999999999999999999999/events", 404), ("GET", "api/run/x", 404),
        ("POST", "api/run/999999/stop", 404), ("GET", "api/run/999999/solution.txt", 404),
        ("POST", "api/solve?algorithm=best", 400), ("POST", "api/solve?remember=paper", 400),
        ("POST", "api/solve?memory=-1", 400), ("POST", "api/solve?memory=many", 400), ("POST", "api/solve?seconds=x", 400),
        ("POST", "api/solve?seconds=nan", 400), ("POST", "api/solve?start=%ff%fe", 422), ("POST", "api/solve?start=%00", 400),
        ("POST", "api/scene", 400), ("POST", "api/scene?start=1", 422), ("POST", "api/graph?algorithm=best", 400),
        ("POST", "api/moves?start=1", 422), ("POST", "api/start", 400), ("POST", "api/start?how=best", 400), ("POST", "api/start?how=depth&depth=x", 400),
    ):
        answer = server.ask(method, path, eight if method == "POST" else None)
        equal(answer.status, status, method, path, answer)
        expect(answer.json["error"]["message"], method, path)
    equal(server.post("api/solve", "").status, 400)
    equal(server.post("api/check", b"\x00\xff" * 1000).status, 422)


def test_requests_that_can_be_read_in_two_ways_are_refused(server):
    own, body = f"Host: 127.0.0.1:{server.port}", server.text("eight").encode()
    length = f"Content-Length: {len(body)}"
    for lines, status in (([own, length], 200), ([own, own, length], 400), (["Host: example.org", own, length], 400),
                          ([own, "host: example.org", length], 400), ([own, length, "Content-Length: 5"], 400),
                          ([own, "content-length: 0", length], 400)):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
            head = "\r\n".join([f"POST /{server.token}/api/check HTTP/1.1", *lines, *(["Connection: close"] if status == 200 else []), "", ""])
            raw.sendall(head.encode() + body)
            answer = b""  # up to where the server closes it: nothing behind such a request is read as another
            while more := raw.recv(65536):
                answer += more
            equal(int(answer.split()[1]), status, lines, answer)
            equal(answer.count(b"HTTP/1.1"), 1, answer)
    for method, path in (("GET", "api/puzzle?name=eight%00x"), ("GET", "api/puzzle%00x?name=eight"), ("GET", "%00"),
                         ("POST", "api/check?start=%00"), ("POST", "api/start?how=depth&depth=3%00x")):
        answer = server.ask(method, path, body if method == "POST" else None)
        equal(answer.status, 400, path, answer)
        expect("NUL" in answer.json["error"]["message"], answer)


def test_a_large_body_is_refused(server):
    for size in (10 << 20, (4 << 20) + 1):
        answer = server.post("api/check", "x" * size)
        equal(answer.status, 413, size)
    expect(server.post("api/check", "x" * (4 << 20)).status == 422)
    connection = server.connect()  # in pieces, without saying how long it is
    connection.request("POST", f"/{server.token}/api/check", iter([b"x" * 65536] * 80), encode_chunked=True)
    equal(connection.getresponse().status, 413)
    connection.close()


def test_what_is_no_http_does_no_harm(server):
    for data in (b"\x00" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                 b"GET /" + b"x" * 400000 + b" HTTP/1.1\r\n\r\n", b"A" * 1000000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as raw:
            try:
                raw.sendall(data)
                raw.shutdown(socket.SHUT_WR)
                while raw.recv(65536):
                    pass
            except OSError:
                pass
    equal(server.get("api/puzzles").status, 200)


def test_clients_that_go_away_leave_nothing(server):
    text = server.text("fifteen")
    run = server.post("api/solve", text, algorithm="bfs").json["run"]
    for _ in range(20):  # a stream that is dropped after its first bytes
        connection = server.connect()
        connection.request("GET", f"/{server.token}/api/run/{run}/events")
        connection.sock.recv(100)
        connection.sock.close()
    for _ in range(20):  # a body that never comes
        raw = socket.create_connection(("127.0.0.1", server.port))
        raw.sendall(f"POST /{server.token}/api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                    "Content-Length: 100000\r\n\r\nboard".encode())
        raw.close()
    server.post(f"api/run/{run}/stop", "")
    equal(list(server.events(run))[-1][1]["status"], "interrupted")


def test_connections_that_say_nothing_lock_nobody_out(server):
    held = []
    try:
        for number in range(400):  # more than the server takes at once
            raw = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            if number % 3 == 0:
                raw.sendall(b"GET /")
            elif number % 3 == 1:  # a request whose body never comes
                raw.sendall(f"POST /{server.token}/api/check HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                            "Content-Length: 1000\r\n\r\nboard".encode())
            held.append(raw)
            if number % 40 == 0:
                equal(server.get("api/puzzles").status, 200)
        equal(server.get("api/puzzles").status, 200)
    finally:
        for raw in held:
            raw.close()


def in_parallel(count, work):
    problems = []

    def guarded(number):
        try:
            work(number)
        except Exception as problem:  # pylint: disable=broad-except
            problems.append(repr(problem))

    threads = [threading.Thread(target=guarded, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    equal(problems, [])


def test_a_hundred_requests_at_once_and_memory_returns(server):
    text = server.text("eight")

    def sooner_or_later(*request, **parameters):
        """A server that has its hands full says so, and is asked again: for minutes, where a hundred are served slowly."""
        until = time.monotonic() + 8 * PATIENCE
        while (answer := server.post(*request, **parameters)).status == 503 and time.monotonic() < until:
            time.sleep(0.05)
        return answer

    def one(number):
        equal(sooner_or_later("api/check", text, start="1 2 3 / 4 5 6 / 7 x 8").status, 200)
        equal(sooner_or_later("api/check", "x" * (900 << 10)).status, 422)
        end = {"status": "interrupted"}
        while end["status"] == "interrupted":  # so slow that nobody asked about the search for seconds: it is begun again
            begun = sooner_or_later("api/solve", text)
            expect(begun.status in (202, 429), begun)
            if begun.status == 429:
                return
            end = list(server.events(begun.json["run"]))[-1][1]
        equal(end.get("length"), 19, end)

    in_parallel(100, one)
    time.sleep(0.5)
    before = server.resident()
    if not SANITIZED:
        in_parallel(100, one)
    equal(server.solve(server.text("fifteen"), algorithm="bfs", seconds=1)["limit"], "time")
    until = time.monotonic() + PATIENCE
    while server.resident() > before + (16 << 20) and time.monotonic() < until:
        time.sleep(0.1)
    after = server.resident()
    if not SANITIZED:  # which keeps what was freed for a while
        expect(after < before + (16 << 20), f"memory grew from {before >> 20} to {after >> 20} MiB")


def test_a_search_whose_page_was_closed_is_stopped(server):
    with Server() as other:
        left = other.post("api/solve", twenty_four_tiles(), algorithm="idastar").json["run"]
        next(other.events(left))  # and the stream is closed
        looked_at = other.post("api/solve", twenty_four_tiles(), algorithm="idastar").json["run"]
        stream = other.events(looked_at)
        closed = time.monotonic()
        while time.monotonic() < closed + 15:  # nobody asks for the other one meanwhile: that would be a look at it
            next(stream)
        result = other.get(f"api/run/{left}").json
        equal((result["running"], result.get("status")), (False, "interrupted"))
        equal(other.get(f"api/run/{looked_at}").json["running"], True)
        other.post(f"api/run/{looked_at}/stop", "")
        equal(list(stream)[-1][1]["status"], "interrupted")


def test_a_port_in_use_is_told(server):
    done = command("serve", "--port", str(server.port))
    equal(done.returncode, 4)
    expect(str(server.port) in done.stderr.decode() and "--port" in done.stderr.decode(), done.stderr)
    equal(done.stdout, b"")
    equal(command("serve", "--port", "70000").returncode, 2)
    equal(command("serve", "more").returncode, 2)


def test_a_signal_ends_it_while_searches_run(server):
    for number in (signal.SIGTERM, signal.SIGINT):
        with Server() as other:
            text = other.text("fifteen")
            runs = [other.post("api/solve", text, algorithm="bfs").json["run"] for _ in range(3)]
            watcher = threading.Thread(target=lambda: list(other.events(runs[0])))
            watcher.start()
            time.sleep(0.3)
            other.process.send_signal(number)
            other.process.wait(PATIENCE)  # the end of the block sees how it ended, and what it said
            watcher.join()


# ---- Requests that would take for ever


def many_choices():
    """A puzzle that takes minutes and gigabytes to compile."""
    lines = ["board 1 x 8", "pieces 0..99", "let u = 0..99", "let v = 0..99", "let w = 0..99"]
    lines += [f"move m{i}, at 1,{1 + i % 5}: u v w -> v w u where u <= {99 - i // 10}" for i in range(50)]
    return "\n".join(lines + ["start 0 1 2 3 4 5 6 7", "goal 1 1 1 1 1 1 1 1"]) + "\n"


WAITED_FOR = [("api/check", {}), ("api/moves", {}), ("api/graph", {}), ("api/start", {"how": "random"}),
              ("api/start", {"how": "depth", "depth": 20}), ("api/start", {"how": "hardest"})]


def test_every_request_has_a_limit(server):
    answer = server.post("api/start", server.text("eight"), how="depth", depth=10**11)
    equal(answer.status, 400, answer)
    answer = server.post("api/start", server.text("eight"), how="depth", depth=10**4)
    equal(answer.status, 422, answer)
    with Server("--time", "0.2", "--memory", "64M") as other:
        for path, parameters in WAITED_FOR:
            answer = other.post(path, many_choices(), **parameters)
            equal(answer.status, 422, path, answer)
            expect("limit" in answer.json["error"]["message"], path, answer)
        equal(other.solve(many_choices())["status"], "limit")
        begun = other.post("api/explore", many_choices())
        equal(begun.status, 202, begun)
        result = list(other.events(begun.json["run"]))[-1][1]
        expect("limit" in result["error"]["message"], result)


def send_and_go(server, path, parameters):
    """Asks and does not wait: the connection is closed when the request has been sent."""
    connection = server.connect()
    connection.request("POST", f"/{server.token}/{path}?{urlencode(parameters)}", many_choices().encode())
    return connection


def test_a_request_whose_client_goes_is_given_up(server):
    with Server("--time", "600") as other:
        for path, parameters in WAITED_FOR:
            connections = [send_and_go(other, path, parameters) for _ in range(16)]
            time.sleep(0.2)
            for connection in connections:
                connection.close()
            # they had every place; one is free as soon as it is seen that nobody waits
            equal(other.post("api/check", other.text("eight")).status, 200, path)


def test_slow_requests_do_not_lock_the_server(server):
    with Server("--time", "600") as other:
        eight = other.text("eight")
        connections = [send_and_go(other, *WAITED_FOR[i % len(WAITED_FOR)]) for i in range(24)]
        time.sleep(0.2)
        equal(other.get("").status, 200)
        equal(other.get("api/puzzles").status, 200)
        expect(other.post("api/check", eight).status in (200, 503), "neither answered nor put off")
        for connection in connections:
            connection.close()
        equal(other.post("api/check", eight).status, 200)


def test_a_signal_ends_it_whatever_runs(server):
    for number in (signal.SIGINT, signal.SIGTERM):
        other = Server("--time", "600")
        connections = [send_and_go(other, path, parameters) for path, parameters in WAITED_FOR * 3]
        for path in ("api/solve", "api/explore"):
            connections.append(send_and_go(other, path, {}))
        time.sleep(0.3)
        other.process.send_signal(number)
        equal(other.process.wait(PATIENCE), 0)
        for connection in connections:
            connection.close()
        other.process.communicate()


def main():
    if "page: not built in" in command("--version").stdout.decode():
        done = command("serve")
        expect(done.returncode == 4 and b"libmicrohttpd" in done.stderr, "it must say what is missing")
        print("SKIPPED: this fewest was built without libmicrohttpd")
        sys.exit(77)
    tests = [(name, test) for name, test in globals().items()
             if name.startswith("test_") and (not sys.argv[1:] or any(word in name for word in sys.argv[1:]))]
    failed = 0
    with Server() as server:
        for name, test in tests:
            began = time.monotonic()
            try:
                test(server)
                print(f"ok {name} ({time.monotonic() - began:.2f} s)")
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"not ok {name}")
                traceback.print_exc(file=sys.stdout)
            sys.stdout.flush()
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
