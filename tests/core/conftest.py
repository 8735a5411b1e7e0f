from typing import Any

import pytest
from numba import njit

from stolik.core.rule import prepare


@pytest.fixture(scope="module")
def machine() -> Any:
    """machine(function): a rule as machine code."""
    prepare()

    def compiled(function: Any) -> Any:
        match function.__code__.co_argcount:
            case 1:
                return njit(lambda a: function(a))
            case 2:
                return njit(lambda a, b: function(a, b))
        return njit(lambda a, b, c: function(a, b, c))

    return compiled
