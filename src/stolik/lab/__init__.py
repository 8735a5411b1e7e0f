"""Many games at once: the rules compiled, on arrays of records. Needs the extra `lab` (numpy and numba)."""

import sys
from importlib.util import find_spec


def _is_here(library: str) -> bool:
    if library in sys.modules:
        return sys.modules[library] is not None
    return find_spec(library) is not None


if not (_is_here("numpy") and _is_here("numba")):
    raise ImportError("this needs numpy and numba: pip install 'stolik[lab]'", name=__name__)
