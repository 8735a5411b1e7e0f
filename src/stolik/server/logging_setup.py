"""Logging: one line an event, for people or as JSON. No bodies, no queries, no cookies, no cards."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

EXTRA_FIELDS = ("table", "path", "bot_level")
"""What a line may be about: `extra` of a call to a logger."""


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _extra(record)
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class PlainFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        return " ".join((super().formatMessage(record), *(f"{name}={value}" for name, value in _extra(record).items())))


def _extra(record: logging.LogRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in EXTRA_FIELDS if hasattr(record, name)}


def set_up_logging(style: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else PlainFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("stolik").setLevel(logging.INFO)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # that strangers send what is no HTTP is no news
