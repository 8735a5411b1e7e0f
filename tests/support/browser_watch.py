"""Watches a page: what it complains about, loses or asks of strangers is a fault, unless the test announced it."""

import re
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request, Response, WebSocket

LEFT_BEHIND = "net::ERR_ABORTED"
"""What a page was loading when it was left is no loss."""


class Watch:
    def __init__(self, page: Page, base: str) -> None:
        self._host = urlsplit(base).netloc
        self._seen: list[str] = []
        self._announced: list[re.Pattern[str]] = []
        page.on("console", self._console)
        page.on("pageerror", self._page_error)
        page.on("request", self._request)
        page.on("requestfailed", self._request_failed)
        page.on("response", self._response)
        page.on("websocket", self._web_socket)

    def announce(self, *patterns: str) -> None:
        """The test is going to cause these."""
        self._announced += [re.compile(pattern) for pattern in patterns]

    @property
    def faults(self) -> list[str]:
        return [fault for fault in self._seen if not any(one.search(fault) for one in self._announced)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._seen.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _page_error(self, error: Error) -> None:
        self._seen.append(f"page error: {error.message}\n{error.stack}")

    def _request(self, request: Request) -> None:
        self._check_host(request.url)

    def _web_socket(self, socket: WebSocket) -> None:
        self._check_host(socket.url)

    def _check_host(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != self._host:
            self._seen.append(f"request to another host: {url}")

    def _request_failed(self, request: Request) -> None:
        if request.failure != LEFT_BEHIND:
            self._seen.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self._seen.append(f"answer {response.status}: {response.url}")


CUT = (r"ERR_INTERNET_DISCONNECTED", r"ERR_CONNECTION_(REFUSED|RESET|CLOSED)", r"ERR_EMPTY_RESPONSE", r"WebSocket")
"""What a browser says when the line is cut: announce it where a test cuts it."""
