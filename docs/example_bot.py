"""A small program that plays at a Stolik table, any game, with nothing but the standard library.

    python docs/example_bot.py http://localhost:8000 KXWPTA --name Robot

It introduces itself, sits down at the table with that short code, and plays a random legal move whenever the table
waits for it. Replace `choose` by something that thinks. The feed is read with plain HTTP requests that wait for news;
docs/hosts/server.md explains the frames, and the socket that carries the same ones.
"""

import argparse
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any


def choose(position: dict[str, Any]) -> dict[str, Any]:
    """Which of the legal moves? `public` and `private` are all that this seat may know."""
    legal: list[dict[str, Any]] = position["legal"]
    return random.choice(legal)


class Table:
    """One seat at one table."""

    def __init__(self, server: str, code: str, name: str) -> None:
        self.server = server.rstrip("/")
        self.headers = {"content-type": "application/json"}
        token = self.ask("POST", "/api/guests", {"name": name, "program": "example bot"})["token"]
        self.headers["authorization"] = f"Bearer {token}"
        self.id = self.ask("GET", f"/api/codes/{urllib.parse.quote(code)}")["id"]
        self.numbers: dict[str, Any] = {"subscriber": secrets.token_hex(8)}
        self.seat: int | None = None
        self.position: dict[str, Any] | None = None

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request and its answer; a refusal is an answer too."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, self.headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)

    def do(self, type_: str, **command: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask("POST", f"/api/tables/{self.id}/do", {"type": type_, **command})
        if answer["type"] == "refused":
            print(f"refused: {answer['text']}")
        return answer

    def listen(self) -> None:
        """Wait for news, and remember the last numbers, so that nothing is missed if an answer is lost."""
        try:
            frames = self.ask("GET", f"/api/tables/{self.id}/feed?{urllib.parse.urlencode(self.numbers)}")
        except OSError:
            frames = {"type": "refused", "text": "the server does not answer"}
        if isinstance(frames, dict):  # a refusal: too fast, or the server is about to stop
            print(f"refused: {frames['text']}")
            time.sleep(2)
            return
        for frame in frames:
            if frame["type"] in ("snapshot", "table"):
                self.seat = frame["you"]["seat"]
            if frame["type"] == "snapshot" and frame["match"]:
                self.position = frame["match"]
            elif frame["type"] == "update" and self.position is not None:
                self.position |= frame
            if self.position is not None:
                self.numbers |= {"match": self.position["match"], "seq": self.position["seq"]}
            for said in [frame] if frame["type"] == "said" else frame.get("chat", []):
                self.numbers["chat"] = said["number"]

    def play(self) -> dict[str, Any]:
        """Sit down, wait for the start, play to the end; gives the result."""
        promised = self.ask("GET", f"/api/tables/{self.id}")["commitment"]
        entropy = secrets.token_hex(16)
        print(f"promised: {promised}, my entropy: {entropy}")  # to check the deal afterwards: stolik verify
        if self.do("sit", entropy=entropy)["type"] == "refused":
            raise SystemExit(1)
        while self.position is None or not self.position["over"]:
            self.listen()
            now = self.position
            if now is None or now["over"]:
                continue
            if self.seat in now["awaited"]:
                move = {"match": now["match"], "number": now["number"], "seen": now["seq"], "moves": choose(now)}
                self.do("move", **move)
            elif now["pause"] is not None:
                self.do("go_on", match=now["match"], seq=now["seq"])
        result: dict[str, Any] = self.position["result"]
        return result


def main() -> None:
    parser = argparse.ArgumentParser(description="A program that plays at a Stolik table.")
    parser.add_argument("server", help="http://localhost:8000")
    parser.add_argument("code", help="the table's short code")
    parser.add_argument("--name", default="Robot")
    given = parser.parse_args()
    table = Table(given.server, given.code, given.name)
    result = table.play()
    print("won" if table.seat in result["winners"] else "lost", result["scores"])


if __name__ == "__main__":
    main()
