"""The server of the page, with what it and its libraries ask the system for refused. It may not start, and say why; an
answer may be an error or none. But it goes on: the same is answered rightly afterwards, and Control-C ends it."""

import http.client
import json
import os
import re
import signal
import subprocess

KINDS = ["memory", "map", "thread", "socket", "read", "close"]
SECONDS = 120  # more than any answer takes


class Server:
    """One `fewest serve`; address is None where it did not start."""

    def __init__(self, tool, refuse, kind, at, ever=False):
        reader, writer = os.pipe()
        environment = dict(os.environ, LD_PRELOAD=refuse, REFUSE_KIND=kind, REFUSE_AT=str(at), REFUSE_REPORT=str(writer))
        environment.pop("REFUSE_EVER", None)
        if ever:
            environment["REFUSE_EVER"] = "1"
        self.process = subprocess.Popen([tool, "serve"], env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, pass_fds=[writer])
        os.close(writer)
        self.pipe = os.fdopen(reader)
        line = self.process.stdout.readline().decode()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n", line)
        self.address = (int(match[1]), match[2]) if match else None

    def ask(self, method, path, body=None):
        """Status and text; 0 where there is no whole answer."""
        port, token = self.address
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        try:
            connection.request(method, f"/{token}/{path}", body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (http.client.HTTPException, OSError) as problem:
            return 0, str(problem).encode()
        finally:
            connection.close()

    def end(self):
        """What it said last, and what it told of its requests."""
        if self.address and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            _, err = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return "it does not end", []
        told = [int(word) for word in self.pipe.read().split()]
        self.pipe.close()
        return err.decode("utf-8", "replace"), told


def without_pictures(value):
    """A picture for which there is no memory is left out, and the page shows text in its place."""
    if isinstance(value, dict):
        return {key: without_pictures(part) for key, part in value.items() if key not in ("scene", "scenes", "goal_scene")}
    return [without_pictures(part) for part in value] if isinstance(value, list) else value


def is_right(answer, good):
    """Whether it is the right answer, perhaps without its pictures."""
    if answer == good:
        return True
    try:
        parts = [json.loads(text.removeprefix(b"data: ").replace(b"#", b"0")) for _, text in (answer, good)]
    except ValueError:
        return False
    return without_pictures(parts[0]) == without_pictures(parts[1])


def plain(answer):
    """Without times and sizes."""
    status, text = answer
    return status, re.sub(rb"[0-9.]+", b"#", text)


def ask_all(server, puzzle):
    """Everything that is asked, with the answers, without what differs from run to run."""
    answers = []
    for method, path, body in (("GET", "", None), ("GET", "api/puzzles", None), ("GET", "api/puzzle?name=eight", None),
                               ("POST", "api/check", puzzle), ("POST", "api/moves", puzzle), ("POST", "api/before", puzzle),
                               ("POST", "api/start?how=random", puzzle), ("POST", "api/graph?depth=1", puzzle)):
        answers.append(server.ask(method, path, body))
    for what, downloads in (("solve", ("txt", "json", "svg")), ("explore", ()), ("prove", ())):
        status, text = server.ask("POST", f"api/{what}", puzzle)
        answers.append((status, b""))
        if status != 202:
            continue
        run = json.loads(text)["run"]
        status, text = server.ask("GET", f"api/run/{run}/events")
        done = text.partition(b"event: done\n")[2]
        answers.append((status, re.sub(rb"[0-9.]+", b"#", done)))
        answers += [plain(server.ask("GET", f"api/run/{run}/solution.{kind}")) for kind in downloads]
    return answers


def wrong_answers(answers, right):
    """What is wrong with the answers of a server that was refused something: what is not the right answer says so, by its
    status, in the result of a search, or by ending early."""
    for number, (answer, good) in enumerate(zip(answers, right)):
        if answer[0] != good[0]:  # what follows answers something else
            return ""
        if answer[0] in (200, 202) and answer[1] and not is_right(answer, good) and b'"status":"error"' not in answer[1]:
            return f"another answer to request {number}: {answer[1][:300]!r}"
    return ""


def recovers(server, puzzle, right):
    """Whether all is answered rightly once nothing is refused any more. The refusal may come as late as here."""
    return any(ask_all(server, puzzle) == right for _ in range(3))


def count(tool, refuse, puzzle, kind):
    """The answers where nothing is refused, and how many requests of this kind there are; None: there is no server."""
    server = Server(tool, refuse, kind, 0)
    if not server.address:
        server.end()
        return None, 0
    answers = ask_all(server, puzzle)
    _, told = server.end()
    return answers, told[0] if told else 0


def answer_alone(tool, refuse, puzzle, path, at=0):
    """The answer to one request, of a server that is asked nothing else, and how many requests for memory that took before it
    was asked and in all; None: it does not start."""
    server = Server(tool, refuse, "memory", at)
    if not server.address:
        server.end()
        return None, 0
    answer = server.ask("POST", path, puzzle)
    if answer[0] == 202:
        status, text = server.ask("GET", f"api/run/{json.loads(answer[1])['run']}/events")
        answer = status, re.sub(rb"[0-9.]+", b"#", text.partition(b"event: done\n")[2])
    _, told = server.end()
    return answer, told[0] if told else 0


def requests_of(tool, refuse, puzzle, path):
    """The right answer, and the numbers of the requests for memory that are made for it."""
    server = Server(tool, refuse, "memory", 0)
    _, told = server.end()
    answer, end = answer_alone(tool, refuse, puzzle, path)
    return answer, range(told[0] if told else end, end)


def try_answer(tool, refuse, puzzle, path, right, at):
    """What is wrong with an answer for which memory was refused once."""
    answer, _ = answer_alone(tool, refuse, puzzle, path, at)
    return wrong_answers([answer], [right]) if answer else ""


def try_one(tool, refuse, puzzle, right, kind, at, ever):
    """What is wrong once a request of the server is refused."""
    server = Server(tool, refuse, kind, at, ever)
    if not server.address:
        err, _ = server.end()
        good = server.process.returncode == 4 and err
        return "" if good else f"does not start: status {server.process.returncode}, {err[:300]!r}"
    wrong = wrong_answers(ask_all(server, puzzle), right)
    if not ever and not wrong and not recovers(server, puzzle, right):
        wrong = "what is asked again is not answered rightly"
    err, told = server.end()
    if server.process.returncode != 0 and not (server.process.returncode == 4 and err):
        wrong = f"status {server.process.returncode}, {err[:300]!r}"
    return wrong
