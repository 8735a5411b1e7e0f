"""Logging: one line an event, for people or as JSON. No bodies, no queries, no cookies, no cards."""

import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

EXTRA_FIELDS = ("table", "path", "bot_level")
"""What a line may be about: `extra` of a call to a logger."""


RULES = ("stolik.core.", "stolik.games.", "stolik.bots.")
"""Who raises errors there works on a hand, and may quote it."""


def describe_place(error: BaseException) -> str:
    """What kind of error it is, and how it came about; not what it says."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in " + " → ".join(
        f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in frames
    )


class SealedFormatter(logging.Formatter):
    """Errors of rules and bots are told without their text."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        _, error, trace = ei
        if error is None or not any(
            frame.f_globals.get("__name__", "").startswith(RULES) for frame, _ in traceback.walk_tb(trace)
        ):
            return super().formatException(ei)
        where = "".join(traceback.format_tb(trace))
        return f"Traceback (most recent call last):\n{where}{type(error).__name__} (its text may name cards)"


class JsonFormatter(SealedFormatter):
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


class PlainFormatter(SealedFormatter):
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
