"""The server of the page, with what it and its libraries ask the system for refused. It may not start, and say why; an
answer may be an error or none. But it goes on: the same is answered rightly afterwards, and Control-C ends it."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import time

KINDS = ["memory", "map", "thread", "open", "socket", "read", "write", "close"]
SECONDS = 60  # more than any answer takes


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
        except (http.client.HTTPException, ConnectionError) as problem:
            return 0, str(problem).encode()
        finally:
            connection.close()

    def end(self):
        """What it said last, and what it told of its requests."""
        if self.process.poll() is None:
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


def ask_all(server, puzzle):
    """Everything that is asked, with the answers, without what differs from run to run."""
    answers = []
    for method, path, body in (("GET", "", None), ("GET", "api/puzzles", None), ("GET", "api/puzzle?name=eight", None),
                               ("POST", "api/check", puzzle), ("POST", "api/moves", puzzle),
                               ("POST", "api/start?how=random", puzzle), ("POST", "api/graph?depth=1", puzzle)):
        answers.append(server.ask(method, path, body))
    for what, downloads in (("solve", ("text", "svg")), ("explore", ())):
        status, text = server.ask("POST", f"api/{what}", puzzle)
        answers.append((status, b""))
        if status != 202:
            continue
        run = json.loads(text)["run"]
        status, text = server.ask("GET", f"api/run/{run}/events")
        done = text.partition(b"event: done\n")[2]
        answers.append((status, re.sub(rb"[0-9.]+", b"#", done)))
        answers += [server.ask("GET", f"api/run/{run}/download?kind={kind}") for kind in downloads]
    return answers


def wrong_answers(answers, right):
    """What is wrong with the answers of a server that was refused something."""
    if len(answers) == len(right) and any(good != answer and answer[0] in (200, 202) and good[0] == answer[0]
                                          for answer, good in zip(answers, right)):
        different = [i for i, (answer, good) in enumerate(zip(answers, right)) if good != answer]
        return f"another answer to request {different[0]}: {answers[different[0]][1][:300]!r}"
    return ""


def try_one(tool, refuse, puzzle, right, kind, at, ever):
    """What is wrong once a request of the server is refused."""
    server = Server(tool, refuse, kind, at, ever)
    if not server.address:
        err, _ = server.end()
        good = server.process.returncode == 4 and err
        return "" if good else f"does not start: status {server.process.returncode}, {err[:300]!r}"
    wrong = wrong_answers(ask_all(server, puzzle), right)
    if not ever and not wrong and ask_all(server, puzzle) != right:
        wrong = "what is asked again is not answered rightly"
    err, told = server.end()
    if server.process.returncode != 0 and not (server.process.returncode == 4 and err):
        wrong = f"status {server.process.returncode}, {err[:300]!r}"
    return wrong or ("" if told else "no word from its end")
