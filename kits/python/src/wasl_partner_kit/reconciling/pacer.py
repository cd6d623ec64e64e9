"""Limits the calls in any sliding window of 60 seconds, as the platform counts them (W51)."""

from __future__ import annotations

from typing import Optional, Sequence

WINDOW_SECONDS = 60.0
"""The platform's window (D5)."""

# For clock drift between the machines: it is always less than this in a minute.
_MARGIN_SECONDS = 0.1


class Pacer:
    """A call counts from its end. The platform counts it between its start and its end. A new call
    starts at least 60 s after the end of the call ``per_minute`` before it. So the platform never
    counts more than ``per_minute`` calls in 60 s, however long they take."""

    def __init__(self, per_minute: int, earlier: "Sequence[float]" = ()) -> None:
        self._per_minute = per_minute
        self._ended = list(earlier)[-per_minute:]

    def wait(self, now: float, allowed: Optional[int] = None) -> float:
        """Before the next call, for at most ``allowed`` calls in 60 s."""
        calls = min(self._per_minute if allowed is None else allowed, self._per_minute)
        if len(self._ended) < calls:
            return 0.0
        return max(0.0, self._ended[-calls] + WINDOW_SECONDS + _MARGIN_SECONDS - now)

    def ended(self, now: float) -> None:
        """Records the end of a call, whatever its result."""
        self._ended.append(now)
        if len(self._ended) > self._per_minute:
            self._ended.pop(0)

    def endings(self, now: float) -> "list[float]":
        """The ends of the calls that still count, oldest first."""
        return [end for end in self._ended if end + WINDOW_SECONDS + _MARGIN_SECONDS > now]
