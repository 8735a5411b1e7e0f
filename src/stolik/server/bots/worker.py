"""Worker processes in which bots think, one request at a time. Whoever does not reply in time is killed.

Enforces the hard bound on thinking time (`bot_timeout`); `request.py` gives a search a part of that, which
`stolik/bots/timed_search.py` keeps to. Without workers `pool.py` waits no longer than the hard bound.
"""

from stolik import catalog
from stolik.server.bots.move_request import MoveReply, MoveRequest, choose_move
from stolik.server.worker_process import START_TIMEOUT, WorkerProcess


def _load_games() -> None:
    for key in catalog.keys():
        catalog.find(key)


class Worker(WorkerProcess):
    """One process that answers one request at a time."""

    def __init__(self) -> None:
        super().__init__("stolik bots", prepare=_load_games)
        self._warm: set[tuple[str, str]] = set()
        """Games and levels that this process has answered for: others have to be read from disk first."""

    def ask(self, request: MoveRequest) -> MoveReply:
        kind = request.game, request.level
        seconds = request.seconds + (0.0 if kind in self._warm else START_TIMEOUT)
        try:
            reply: MoveReply = self.do(choose_move, request, seconds=seconds)
        except (OSError, EOFError):  # killed, as TimeoutError is one too: the next request gets a new process
            self._warm.clear()
            raise
        self._warm.add(kind)
        return reply
