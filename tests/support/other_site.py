"""Another site: a second HTTP server on this machine, with an empty page on which a test runs its own scripts."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b'<!doctype html><html lang="en"><title>Another site</title><iframe name="frame"></iframe></html>'


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: object) -> None:
        """Nothing to say."""


@contextmanager
def other_site() -> Iterator[int]:
    """Its port, on 127.0.0.1: a browser reaches it as `localhost` too, which is another site to it."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
