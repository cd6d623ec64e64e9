"""What a store of handled events must do, and a lock for each key."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Protocol


class Store(Protocol):
    """Records handled events, so that a repeated event is acknowledged without being handled again.

    The key is the signed content, ``event`` and ``data.paymentId`` (D13).
    """

    def once(self, key: str, run: "Callable[[Any], None]") -> str:
        """Calls ``run(transaction)`` unless it already succeeded for this key: ``"ran"`` or
        ``"duplicate"``.

        When ``run`` raises, ``once`` raises and leaves the key unrecorded: the platform sends the
        event again. While another call for the same key is running, ``once`` waits for it.
        """
        ...


class Turns:
    """Runs work with the same key one after the other, within this process."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: "dict[str, tuple[threading.Lock, int]]" = {}

    @contextmanager
    def of(self, key: str) -> Iterator[None]:
        with self._guard:
            lock, users = self._locks.get(key, (threading.Lock(), 0))
            self._locks[key] = (lock, users + 1)
        try:
            with lock:
                yield
        finally:
            with self._guard:
                users = self._locks[key][1] - 1
                if users == 0:
                    del self._locks[key]
                else:
                    self._locks[key] = (lock, users)
