"""`stolik serve`, but with limits that let one machine play everybody, and with further settings from JSON.

Bots that search are not compiled in the background: nobody asks for them here, and on a new machine it takes minutes.

python server_stolik.py '{"idle": 60}' --port 8000 --database FILE
"""

import sys
from importlib import import_module
from typing import Any

import msgspec

from stolik.server.admission.rate_limits import Rate, Rates
from stolik.server.settings import Settings

FAST = Rate(1e9, 1e9)
GENEROUS = Rates(**dict.fromkeys(Rates.__struct_fields__, FAST))


def main() -> None:
    further: dict[str, Any] = {
        "rates": GENEROUS,
        "sockets_per_address": 100_000,
        "connections_per_address": 100_000,
        "warm": False,
    }
    further |= msgspec.json.decode(sys.argv[1])
    generous = msgspec.defstruct(
        "Generous",
        [(name, Settings.__annotations__[name], value) for name, value in further.items()],
        bases=(Settings,),
        frozen=True,
        kw_only=True,
    )
    command = import_module("stolik.cli.serve")
    vars(command)["Settings"] = generous
    command.serve.main(args=sys.argv[2:], prog_name="stolik serve")


if __name__ == "__main__":
    main()
