"""What is answered where there is no room for more connections: /health, so that somebody notices, and nothing else."""

from typing import Any

from stolik.core.messages import to_json
from stolik.server.errors import ErrorCode
from stolik.server.protocol.messages import RefusedAnswer

NO_ROOM = to_json(
    RefusedAnswer(ErrorCode.UNAVAILABLE, "The server has no room for more connections, or for more from your address.")
)
NO_ROOM_HEADERS = [
    (b"content-type", b"application/json"),
    (b"content-length", b"%d" % len(NO_ROOM)),
    (b"retry-after", b"1"),
    (b"connection", b"close"),
]


def with_health_only(app: Any) -> Any:
    """One answer, and the connection is closed."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        if not f"{scope['path']}/".startswith("/health/") or scope["method"] not in ("GET", "HEAD"):
            await send({"type": "http.response.start", "status": 503, "headers": NO_ROOM_HEADERS})
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else NO_ROOM})
            return

        async def last(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        await app(scope, receive, last)

    return wrapped
