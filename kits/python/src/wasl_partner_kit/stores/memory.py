"""Records handled events in this process only."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Callable

from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.stores.store import Turns


class MemoryStore:
    """Use it for tests, or for handlers that may safely run twice: a restart loses the record, and
    processes do not share it. The platform retries an event for three days, so otherwise keep the
    record in your database."""

    def __init__(self, capacity: int = 10_000) -> None:
        if isinstance(capacity, bool) or not isinstance(capacity, int) or capacity < 1:
            problem = f"capacity: expected an integer of at least 1, received {capacity!r}"
            raise WrongOption("MemoryStore", problem)
        self._capacity = capacity
        self._handled: "OrderedDict[str, None]" = OrderedDict()
        self._turns = Turns()

    def once(self, key: str, run: "Callable[[Any], None]") -> str:
        with self._turns.of(key):
            if key in self._handled:
                return "duplicate"
            run(None)
            self._handled[key] = None
            while len(self._handled) > self._capacity:
                self._handled.popitem(last=False)
            return "ran"
