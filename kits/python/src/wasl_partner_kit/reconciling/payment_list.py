"""The platform's list of payments, read while a run waits for the quota of the status (W125).

Only a complete list is used, and it can only say that a reference agrees. A reference that seems to
differ is asked for, because the list may be some minutes old.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Optional

from wasl_partner_kit.client.results import CallFailed, ListedPayment
from wasl_partner_kit.reconciling.difference import ReferenceToCheck, differences_of
from wasl_partner_kit.wire.lists import PAYMENTS_LIMIT_MAX

REFERENCES_MAX = 2_000_000

# Consecutive failures after which the run goes on without the list.
_FAILURES_MAX = 3
_FAILURE_PAUSE_SECONDS = 5.0


class PaymentList:
    """``reading`` from its first page on, ``complete`` after its last one, or ``unavailable``."""

    def __init__(self, client: Any, since: Optional[str]) -> None:
        self._client = client
        self._since = since
        self._cursor: Optional[str] = None
        self._known: "dict[str, tuple[str, Decimal, bool]]" = {}
        self._failures = 0
        self.state = "reading" if hasattr(client, "list_payments") else "unavailable"
        self.paused_until = 0.0

    def read_page(self, now: float) -> None:
        try:
            page = self._client.list_payments(
                first_date=self._since, cursor=self._cursor, limit=PAYMENTS_LIMIT_MAX, retries=0
            )
        except CallFailed as failure:
            return self._note_failure(failure, now)
        self._failures = 0
        # In the order of opening: the newest payment of a reference comes last, and decides.
        for payment in page.data.items:
            self._known[payment.reference] = _facts(payment)
        self._cursor = page.data.next_cursor
        if self._cursor is None:
            self.state = "complete"
        elif len(self._known) > REFERENCES_MAX:
            self._give_up()
        if page.rate_limit is not None and page.rate_limit.remaining == 0:
            self.paused_until = now + page.rate_limit.reset_seconds

    def agrees(self, here: ReferenceToCheck) -> bool:
        """Whether a complete list says that both sides agree."""
        if self.state != "complete":
            return False
        known = self._known.get(here.reference)
        # A payment before `since` is not in the list.
        if known is None and self._since is not None:
            return False
        return differences_of(here, *(known or ("not_found", None, False))) == []

    def _note_failure(self, failure: CallFailed, now: float) -> None:
        pause = failure.retry_after_seconds
        self.paused_until = now + (_FAILURE_PAUSE_SECONDS if pause is None else pause)
        if failure.status == 429:
            return
        self._failures += 1
        is_refused = failure.status is not None and 400 <= failure.status < 500
        if is_refused or failure.attempts == 0 or self._failures >= _FAILURES_MAX:
            self._give_up()

    def _give_up(self) -> None:
        self.state = "unavailable"
        self._known.clear()


def _facts(payment: ListedPayment) -> "tuple[str, Decimal, bool]":
    return (payment.stage, payment.amount, payment.webhook_delivery == "failed")
