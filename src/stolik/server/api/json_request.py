"""A request with a body of JSON."""

from typing import Any

from litestar import Request
from litestar.exceptions import ClientException

NOT_UTF_8 = "The body is not encoded in UTF-8."


class JsonRequest(Request[Any, Any, Any]):
    async def json(self) -> Any:
        """The framework minds bytes that are no JSON, but not those that are no text: that would be our fault."""
        try:
            return await super().json()
        except UnicodeDecodeError:
            raise ClientException(NOT_UTF_8) from None
