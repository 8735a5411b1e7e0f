"""Many games at once: the rules compiled, on arrays of records. Needs the extra `lab` (numpy and numba)."""

from stolik.jit import CannotCompile, can_compile

if not can_compile():
    raise CannotCompile
