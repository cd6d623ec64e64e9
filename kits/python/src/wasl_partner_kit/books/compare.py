"""Compares two books to the centime: yours (``here``) and the platform's (``there``)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from wasl_partner_kit.client.results import CallFailed
from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.lookups import InvalidAnswer, exact_dinars
from wasl_partner_kit.wire.lists import PAYMENTS_LIMIT_MAX
from wasl_partner_kit.wire.money import dinars, signed_centimes

DIFFERENCES = ("missing_here", "missing_there", "another_state", "another_amount")

_STATES = ("open", "locked", "paid", "refunded")

# After a 429 without Retry-After.
_LIMITED_WAIT_SECONDS = 10.0


@dataclass(frozen=True)
class BookLine:
    """One row of a book about a reference: an amount that was paid, or given back."""

    reference: str
    amount: Union[str, Decimal, None] = None
    """In exact dinars. Negative: this line gives the amount back. Without it amounts of this
    reference are not compared."""
    refunded_amount: Union[str, Decimal, None] = None
    """What of it was given back. Without it nothing, or all of it with the state ``refunded``."""
    state: str = "paid"
    """``open``, ``locked``, ``paid`` or ``refunded``. The amount of an open line is not counted."""


@dataclass(frozen=True)
class BookEntry:
    """The sum of all lines of a reference in one book; amounts are None when a line has none."""

    state: str
    amount: Optional[Decimal]
    refunded_amount: Optional[Decimal]


@dataclass(frozen=True)
class BookDifference:
    """``missing_here``: your book has no line of it. ``missing_there``: the platform has no payment
    of it. ``another_state``, ``another_amount``: both have it, not in the same way."""

    difference: str
    reference: str
    here: Optional[BookEntry]
    there: Optional[BookEntry]


@dataclass(frozen=True)
class BookComparison:
    differences: "tuple[BookDifference, ...]"
    """In the order of their references."""
    agreeing: int


class _Sum:
    __slots__ = ("paid", "refunded", "has_no_amount", "is_paid", "is_refunded")

    def __init__(self) -> None:
        self.paid = self.refunded = 0
        self.has_no_amount = self.is_paid = self.is_refunded = False

    def add(self, line: BookLine) -> None:
        if line.state in ("open", "locked"):
            return
        if line.amount is None:
            self.has_no_amount = self.is_paid = True
            self.is_refunded = self.is_refunded or line.state == "refunded"
            return
        amount = _centimes("amount", line.amount)
        if amount < 0 and line.refunded_amount is None:
            self.refunded -= amount
            return
        self.paid += amount
        if line.refunded_amount is not None:
            self.refunded += _centimes("refunded_amount", line.refunded_amount)
        elif line.state == "refunded":
            self.refunded += amount

    def entry(self) -> BookEntry:
        if self.has_no_amount:
            return BookEntry(self._state(), None, None)
        return BookEntry(self._state(), dinars(self.paid), dinars(self.refunded))

    def _state(self) -> str:
        if self.is_refunded:
            return "refunded"
        if self.is_paid:
            return "paid"
        if self.refunded > 0 and self.refunded >= self.paid:
            return "refunded"
        return "open" if self.paid == 0 and self.refunded == 0 else "paid"


def compare_books(
    here: "Iterable[BookLine]", there: "Iterable[BookLine]"
) -> BookComparison:
    """All lines of a reference are added up first, so the order of the lines does not matter, and a
    reference that was entered twice shows as another amount. A reference that is open in one book
    and missing in the other is no difference.

        comparison = compare_books(my_november(), platform_book(client, "2026-11-01", "2026-11-30"))

    Raises WrongOption when a line is invalid.
    """
    books = (_summed("here", here), _summed("there", there))
    differences, agreeing = [], 0
    for reference in sorted(books[0].keys() | books[1].keys()):
        ours, theirs = (book.get(reference) for book in books)
        name = _difference(ours, theirs)
        if name is None:
            agreeing += 1
            continue
        entries = (one.entry() if one is not None else None for one in (ours, theirs))
        differences.append(BookDifference(name, reference, *entries))
    return BookComparison(tuple(differences), agreeing)


def _summed(side: str, lines: "Iterable[BookLine]") -> "dict[str, _Sum]":
    sums: "dict[str, _Sum]" = {}
    for line in lines:
        has_reference = isinstance(line, BookLine) and isinstance(line.reference, str)
        if not has_reference or line.reference == "":
            raise WrongOption("compare_books", f"{side}: expected a reference, received none")
        if line.state not in _STATES:
            expected = f"one of {', '.join(_STATES)}"
            raise WrongOption("compare_books", f"{side}: state: expected {expected}")
        sums.setdefault(line.reference, _Sum()).add(line)
    return sums


def _difference(here: Optional[_Sum], there: Optional[_Sum]) -> Optional[str]:
    states = [None if one is None else one.entry().state for one in (here, there)]
    if here is None:
        return None if states[1] == "open" else "missing_here"
    if there is None:
        return None if states[0] == "open" else "missing_there"
    if states[0] != states[1]:
        return "another_state"
    if here.has_no_amount or there.has_no_amount:
        return None
    is_same = (here.paid, here.refunded) == (there.paid, there.refunded)
    return None if is_same else "another_amount"


def _centimes(name: str, value: Any) -> int:
    try:
        centimes = signed_centimes(exact_dinars(name, value))
    except InvalidAnswer as problem:
        raise WrongOption("compare_books", str(problem)) from None
    if centimes is None:
        expected = "dinars with at most two decimals"
        raise WrongOption("compare_books", f"{name}: expected {expected}, received {value}")
    return centimes


def platform_book(
    client: Any,
    first_date: Optional[str] = None,
    last_date: Optional[str] = None,
    *,
    on_wait: "Callable[[float], object]" = lambda _seconds: None,
) -> "Iterator[BookLine]":
    """The platform's book of these business dates: your paid and refunded payments. It waits when
    the quota of the list is used up: 30,000 payments a minute. Raises CallFailed."""
    cursor: Optional[str] = None
    while True:
        try:
            page = client.list_payments(
                first_date=first_date, last_date=last_date, cursor=cursor, limit=PAYMENTS_LIMIT_MAX
            )
        except CallFailed as failure:
            if failure.status != 429:
                raise
            wait = failure.retry_after_seconds
            wait = _LIMITED_WAIT_SECONDS if wait is None else wait
            on_wait(wait)
            time.sleep(wait)
            continue
        for payment in page.data.items:
            if payment.stage in ("paid", "refunded"):
                amounts = (payment.amount, payment.refunded_amount)
                yield BookLine(payment.reference, *amounts, payment.stage)
        cursor = page.data.next_cursor
        if cursor is None:
            return
