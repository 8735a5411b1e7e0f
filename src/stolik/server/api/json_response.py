"""Responses whose body is JSON already."""

from collections.abc import Mapping
from typing import Any

from litestar import MediaType, Response


def json_response(body: bytes, *, status: int | None = None, headers: Mapping[str, str] | None = None) -> Response[Any]:
    """For a route whose signature says what the bytes decode to."""
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
