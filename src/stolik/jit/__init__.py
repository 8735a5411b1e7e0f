"""Just-in-time compilation of rules, with a cache on disk. Needs the extra `lab` (numpy and numba)."""

import sys
from importlib.util import find_spec


def _is_here(library: str) -> bool:
    if library in sys.modules:
        return sys.modules[library] is not None
    return find_spec(library) is not None


def can_compile() -> bool:
    return _is_here("numpy") and _is_here("numba")


class CannotCompile(ImportError):
    """What compiles rules is not installed."""

    def __init__(self) -> None:
        super().__init__("this needs numpy and numba: pip install 'stolik[lab]'")
