"""One run of the reconciler: what it knows, how it waits, asks and saves."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional

from wasl_partner_kit.client.results import Answered, CallFailed, PaymentStatus, RateLimit
from wasl_partner_kit.errors import WaslError
from wasl_partner_kit.reconciling.difference import ReferenceToCheck
from wasl_partner_kit.reconciling.pacer import Pacer
from wasl_partner_kit.reconciling.payment_list import PaymentList
from wasl_partner_kit.reconciling.progress import (
    Bookmark,
    ProgressStore,
    read_bookmark,
    write_bookmark,
)

QUOTA_PER_MINUTE = 60
"""Of a partner, shared by all its processes (section 8, D5)."""

# The waits after each failure of a reference. After the last one it is given up.
_WAITS = (5.0, 30.0, 120.0, 600.0)
_LIMITED_WAIT_SECONDS = 10.0
_LIMITED_MAX = 30
_FAILURES_IN_A_ROW_MAX = 10
_PAUSE_SECONDS_MAX = 60.0

# Reserve, because the use by other processes varies.
_SPARE_MAX = 5

# Errors that do not depend on the reference.
_REFUSES_ALL = (
    "PARTNER_API401_UNAUTHORIZED",
    "PARTNER_API403_MERCHANT_INACTIVE",
    "ROUTE404_NOT_FOUND",
)


class ReconcileStopped(WaslError):
    """The run stopped before the end of its list; the next run with the same store continues.
    ``code``: ``refused`` (wrong key, inactive partner), ``unreachable``, ``lost_place`` or
    ``stopped``."""

    def __init__(self, code: str, message: str, failure: Optional[CallFailed] = None) -> None:
        super().__init__(code, message)
        self.failure = failure


@dataclass(frozen=True)
class Progress:
    checked: int
    findings: int
    deferred: int
    """References without an answer, to be retried."""
    last: Optional[str]
    resumed: bool
    """Whether this run continues an earlier one."""
    waiting_seconds: float


class Run:
    def __init__(
        self,
        client: Any,
        store: ProgressStore,
        per_minute: int,
        since: Optional[str],
        on_progress: Callable[[Progress], None],
        stop: threading.Event,
        now: Callable[[], float],
    ) -> None:
        self.client, self.store, self.per_minute = client, store, per_minute
        self.on_progress, self.stop, self.now = on_progress, stop, now
        found = read_bookmark(store.load())
        self.resumed = found is not None
        self.bookmark = found or Bookmark()
        started = now()
        self.pacer = Pacer(per_minute, _earlier(found, started))
        self.list = PaymentList(client, since)
        self.due = {id(here): started for here, _tries in self.bookmark.deferred}
        self.allowed = per_minute
        self.paused_until = started
        self.failures_in_a_row = 0
        self.unsaved = 0

    def save(self) -> None:
        now, present = self.now(), time.time()
        ends = [present - (now - end) for end in self.pacer.endings(now)]
        self.bookmark.called_at = ends[-QUOTA_PER_MINUTE:]
        self.store.save(write_bookmark(self.bookmark))
        self.unsaved = 0

    def report(self, waiting_seconds: float = 0.0) -> None:
        mark = self.bookmark
        counts = (mark.checked, mark.findings, len(mark.deferred))
        self.on_progress(Progress(*counts, mark.last, self.resumed, waiting_seconds))

    def pause(self, wait: float) -> None:
        """Raises ReconcileStopped when somebody stops the run."""
        if wait > 0:
            self.report(wait)
            self.stop.wait(wait)
        if self.stop.is_set():
            message = "reconcile: the run was stopped. The next run continues from here."
            raise ReconcileStopped("stopped", message)

    def ask(self, here: ReferenceToCheck) -> "Optional[Answered[PaymentStatus]]":
        """Asks for a reference, or finds in the list of payments that it agrees: then None.

        Sends one request for each call, because the pacer cannot count the client's own retries.
        After a 429 it repeats the call when the platform allows. Raises CallFailed and
        ReconcileStopped.
        """
        for limited in range(_LIMITED_MAX + 1):
            if self.paused_until <= self.now():
                self._read_list_meanwhile()
            if self.list.agrees(here):
                return None
            now = self.now()
            self.pause(max(self.pacer.wait(now, self.allowed), self.paused_until - now))
            try:
                answered = self.client.status(here.reference, retries=0)
            except CallFailed as failure:
                if failure.attempts > 0:
                    self.pacer.ended(self.now())
                self._apply_wait(failure)
                if failure.status != 429 or limited == _LIMITED_MAX:
                    raise
                continue
            self.pacer.ended(self.now())
            self.allowed = self._allowed_beside(answered.rate_limit)
            return answered
        return None

    def note_failure(self, here: ReferenceToCheck, tries: int, failure: CallFailed) -> bool:
        """Defers the reference and pauses the run, longer after each failure. Whether it will be
        retried."""
        self.drop(here)
        # The platform answered: the reference is invalid.
        if failure.code == "VALIDATION400":
            return False
        now = self.now()
        is_away = failure.code in ("network", "timeout") or (failure.status or 0) >= 502
        if tries == 1 or is_away:
            self.failures_in_a_row += 1
            bound = min(_PAUSE_SECONDS_MAX, 2.0 ** (self.failures_in_a_row - 1))
            pause = bound * (0.5 + random.random() / 2)
            self.paused_until = max(self.paused_until, now + pause)
        if tries > len(_WAITS):
            return False
        self.bookmark.deferred.append((here, tries))
        self.due[id(here)] = now + _WAITS[tries - 1]
        return True

    def drop(self, here: ReferenceToCheck) -> None:
        self.due.pop(id(here), None)
        kept = [item for item in self.bookmark.deferred if item[0] is not here]
        self.bookmark.deferred = kept

    def first_deferred(self) -> "Optional[tuple[ReferenceToCheck, int, float]]":
        items = [(here, tries, self.due[id(here)]) for here, tries in self.bookmark.deferred]
        return min(items, key=lambda item: item[2], default=None)

    def stop_if_refused(self, failure: CallFailed) -> None:
        if failure.code in _REFUSES_ALL:
            what = f"the platform refuses every call ({failure.code})"
            message = f"reconcile: {what}: {failure.message}"
            raise ReconcileStopped("refused", message, failure)

    def stop_if_unreachable(self, failure: CallFailed) -> None:
        if self.failures_in_a_row >= _FAILURES_IN_A_ROW_MAX:
            message = (
                f"reconcile: {self.failures_in_a_row} consecutive calls got no answer "
                f"({failure.code}): {failure.message}"
            )
            raise ReconcileStopped("unreachable", message, failure)

    def _read_list_meanwhile(self) -> None:
        """Reads the list of payments in the time until the next status call is allowed."""
        while self.list.state == "reading":
            now = self.now()
            wait = self.pacer.wait(now, self.allowed)
            if wait <= 0:
                return
            list_wait = self.list.paused_until - now
            if list_wait <= 0:
                self.list.read_page(now)
            else:
                self.pause(min(wait, list_wait))

    def _apply_wait(self, failure: CallFailed) -> None:
        wait = failure.retry_after_seconds
        if failure.status == 429:
            # Spreads the retries of a partner's processes.
            wait = max(1.0, _LIMITED_WAIT_SECONDS if wait is None else wait) + random.random()
        if wait is not None:
            self.paused_until = max(self.paused_until, self.now() + wait)

    def _allowed_beside(self, limit: Optional[RateLimit]) -> int:
        """Others use the part of the quota that this run did not use. When they need more than the
        part reserved for them, this run takes less, down to one call."""
        if limit is None:
            return self.per_minute
        own = len(self.pacer.endings(self.now()))
        by_others = QUOTA_PER_MINUTE - limit.remaining - own
        spare = min(_SPARE_MAX, QUOTA_PER_MINUTE - self.per_minute)
        return max(1, min(self.per_minute, QUOTA_PER_MINUTE - by_others - spare))


def _earlier(found: Optional[Bookmark], now: float) -> "list[float]":
    """The calls of the earlier run that still count, and one more that may have been running when
    that run was killed. If the clock was set back, no call may end in the future."""
    if found is None:
        return []
    present = time.time()
    return [*sorted(now - max(0.0, present - moment) for moment in found.called_at), now]
