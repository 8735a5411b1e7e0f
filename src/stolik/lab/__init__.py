"""Many games at once: the rules compiled, on arrays of records. Needs the extra `lab` (numpy and numba)."""
