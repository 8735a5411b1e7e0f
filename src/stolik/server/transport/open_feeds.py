"""How many feeds may be open at once, by address and by guest."""

from stolik.server.admission.rate_limits import OpenLimit
from stolik.server.auth import Caller
from stolik.server.errors import RequestRefused


class OpenFeeds:
    """Those of one transport."""

    def __init__(self, per_address: int, per_guest: int, what: str) -> None:
        self._addresses = OpenLimit(per_address, f"Too many {what} are open from your address.")
        self._guests = OpenLimit(per_guest, f"You have too many {what} open.")

    def __len__(self) -> int:
        return len(self._addresses)

    def add(self, caller: Caller) -> None:
        """RequestRefused if there are too many; otherwise `remove` it when it is closed."""
        self._addresses.add(caller.address)
        try:
            if caller.guest is not None:
                self._guests.add(caller.guest)
        except RequestRefused:
            self._addresses.remove(caller.address)
            raise

    def remove(self, caller: Caller) -> None:
        self._addresses.remove(caller.address)
        if caller.guest is not None:
            self._guests.remove(caller.guest)
