"""Several people on one machine: on Linux, 127.0.0.2 and all that follow it are there without being set up."""

import sys

import pytest

needs_several_addresses = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more than one loopback address by itself"
)
