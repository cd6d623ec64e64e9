"""Compares one reference of the partner's records with the platform's (W52)."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Optional, Union

from wasl_partner_kit.client.results import CallFailed, PaymentStatus
from wasl_partner_kit.lookups import InvalidAnswer, exact_dinars

REFERENCE_STATES = ("open", "locked", "paid", "refunded")


@dataclass(frozen=True)
class ReferenceToCheck:
    """A reference in the partner's records. ``open``: payable, without an open payment. ``locked``:
    a payment is open (``payment.initialized`` arrived)."""

    reference: str
    state: str
    amount: Union[str, Decimal, None] = None
    """In exact dinars. Without it, amounts are not compared."""


@dataclass(frozen=True)
class Finding:
    """``paid_there_not_here``: the payer paid, and your records miss it. Deliver.
    ``paid_here_not_there``, ``refunded_there_not_here``, ``refunded_here_not_there``: the same the
    other way, and for refunds. ``released_there_locked_here``: the payment ended without success.
    ``not_found``: unknown to the platform. ``still_locked``: check again after
    ``there.lock_release_time``. ``amount_differs``. ``webhook_failed``: every attempt to deliver
    the event failed. ``unanswered``: conclude nothing."""

    difference: str
    reference: str
    here: ReferenceToCheck
    there: Optional[PaymentStatus]
    """None when unanswered."""
    failure: Optional[CallFailed] = None
    will_retry: bool = False
    """Whether this run, or the next one with the same store, asks again."""


def item_problem(item: object) -> Optional[str]:
    if not isinstance(item, ReferenceToCheck):
        return f"expected a ReferenceToCheck, received {type(item).__name__}"
    if not isinstance(item.reference, str):
        return f"reference: expected a string, received {type(item.reference).__name__}"
    if item.state not in REFERENCE_STATES:
        return f"state: expected one of {', '.join(REFERENCE_STATES)}, received {item.state!r}"
    if item.amount is None:
        return None
    try:
        exact_dinars("amount", item.amount)
    except InvalidAnswer as problem:
        return str(problem)
    return None


def differences_of(
    here: ReferenceToCheck, stage: str, amount: Optional[Decimal], webhook_failed: bool
) -> "list[str]":
    """The differences of one reference, the state's first. Empty when both sides agree."""
    of_state = _state_difference(here.state, stage)
    names = [] if of_state is None else [of_state]
    if _amount_differs(here, stage, amount):
        names.append("amount_differs")
    if webhook_failed:
        names.append("webhook_failed")
    return names


def _state_difference(here: str, there: str) -> Optional[str]:
    if there == "paid":
        if here == "refunded":
            return "refunded_here_not_there"
        return None if here == "paid" else "paid_there_not_here"
    if there == "refunded":
        return None if here == "refunded" else "refunded_there_not_here"
    if here == "paid":
        return "paid_here_not_there"
    if there == "not_found":
        return None if here == "open" else "not_found"
    if here == "refunded":
        return "refunded_here_not_there"
    if there == "locked":
        return "still_locked"
    return "released_there_locked_here" if here == "locked" else None


def _amount_differs(here: ReferenceToCheck, stage: str, amount: Optional[Decimal]) -> bool:
    """Ignores the amount of a released payment: the price may have changed since."""
    if here.amount is None or amount is None or stage == "released":
        return False
    return exact_dinars("amount", here.amount) != amount
