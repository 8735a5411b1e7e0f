"""Many games at once: compiled rules on arrays of packed states. Needs the extra `lab` (numpy and numba)."""

from stolik.jit import CannotCompile, can_compile

if not can_compile():
    raise CannotCompile
