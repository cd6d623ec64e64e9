"""The answer of a partner's ``lookup``, checked and converted to payment details (section 2.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Optional, Sequence, Union

from wasl_partner_kit.wire.bodies import payment_details
from wasl_partner_kit.wire.checks import issues_of, issues_text, join
from wasl_partner_kit.wire.money import dinars, signed_centimes
from wasl_partner_kit.wire.text import shown

Dinars = Union[str, Decimal, None]
"""Exact dinars: text such as ``"599.80"``, or a Decimal. Never a float."""


@dataclass(frozen=True)
class AmountLabel:
    """One line of the breakdown. Its value may be zero or negative, such as a discount."""

    value: Dinars = None
    label_ar: Optional[str] = None
    label_fr: Optional[str] = None
    label_en: Optional[str] = None
    centimes: Optional[int] = None
    """Instead of ``value``."""


@dataclass(frozen=True)
class DetailLabel:
    """One additional detail, shown to the payer."""

    value: str
    label_ar: Optional[str] = None
    label_fr: Optional[str] = None
    label_en: Optional[str] = None


@dataclass(frozen=True)
class Payable:
    """The reference can be paid: ``Payable("599.80")``, ``Payable(Decimal("599.80"))`` or
    ``Payable(centimes=59980)``."""

    total_amount: Dinars = None
    amount_detail: Sequence[AmountLabel] = ()
    details: Sequence[DetailLabel] = ()
    centimes: Optional[int] = None
    currency: str = "DZD"
    reference: Optional[str] = None
    """Optional; must equal the requested reference."""


@dataclass(frozen=True)
class NotPayable:
    """``NOT_FOUND``, ``ALREADY_PAID`` or ``UNAVAILABLE``."""

    status: str


NOT_FOUND = NotPayable("not_found")
ALREADY_PAID = NotPayable("already_paid")
UNAVAILABLE = NotPayable("unavailable")

LookupAnswer = Union[Payable, NotPayable]

_STATUSES = ("not_found", "already_paid", "unavailable")

_DINARS = re.compile(r"-?[0-9]{1,16}(?:\.[0-9]{1,20})?", re.ASCII)

EXACT = 'exact dinars such as "599.80" or Decimal("599.80"), or centimes=59980'


class InvalidAnswer(ValueError):
    """Each wrong field, what was expected and what was received."""


def details_of(answer: object, reference: str) -> "Union[dict[str, Any], NotPayable]":
    """The payment details as they travel, with exact amounts. Raises InvalidAnswer."""
    if isinstance(answer, NotPayable):
        if answer.status in _STATUSES:
            return answer
        raise InvalidAnswer(
            f"status: expected one of payable, {', '.join(_STATUSES)}, received "
            f"{shown(answer.status)}"
        )
    if not isinstance(answer, Payable):
        raise InvalidAnswer(
            'expected Payable("599.80"), NOT_FOUND, ALREADY_PAID or UNAVAILABLE, received '
            f"{_kind(answer)}"
        )
    details = {
        "reference": reference if answer.reference is None else answer.reference,
        "total_amount": _exact("total_amount", answer.total_amount, answer.centimes),
        "currency": answer.currency,
        "amount_detail": _lines("amount_detail", answer.amount_detail, AmountLabel),
        "details": _lines("details", answer.details, DetailLabel),
    }
    issues = issues_of(_STRICT, details)
    if issues:
        raise InvalidAnswer(issues_text(issues))
    if details["reference"] != reference:
        raise InvalidAnswer("reference: expected the requested reference, received another one")
    return details


_STRICT = payment_details(is_strict=True)


def _lines(name: str, lines: object, label: type) -> "list[dict[str, Any]]":
    if not isinstance(lines, (list, tuple)):
        raise InvalidAnswer(f"{name}: expected a list or a tuple, received {_kind(lines)}")
    for index, line in enumerate(lines):
        if not isinstance(line, label):
            path = join(name, str(index))
            expected = "an AmountLabel" if label is AmountLabel else "a DetailLabel"
            raise InvalidAnswer(f"{path}: expected {expected}, received {_kind(line)}")
    return [_line(f"{name}.{index}.value", line) for index, line in enumerate(lines)]


def _line(path: str, line: Any) -> "dict[str, Any]":
    is_amount = isinstance(line, AmountLabel)
    value = _exact(path, line.value, line.centimes) if is_amount else line.value
    labels = (("label_ar", line.label_ar), ("label_fr", line.label_fr), ("label_en", line.label_en))
    return {**{name: text for name, text in labels if text is not None}, "value": value}


def _exact(path: str, value: object, centimes: object) -> Decimal:
    if value is not None and centimes is not None:
        raise InvalidAnswer(f"{path}: expected dinars or centimes, received both")
    if centimes is not None:
        if isinstance(centimes, bool) or not isinstance(centimes, int):
            raise InvalidAnswer(
                f"{path}: centimes: expected an integer, received {_kind(centimes)}"
            )
        return dinars(centimes)
    return exact_dinars(path, value)


def exact_dinars(path: str, value: object) -> Decimal:
    """Raises InvalidAnswer, with the reason why a float is not an amount."""
    if isinstance(value, Decimal) and value.is_finite():
        return value
    if isinstance(value, str) and _DINARS.fullmatch(value) is not None:
        return Decimal(value)
    raise InvalidAnswer(f"{path}: expected {EXACT}, received {_received(value)}")


def _received(value: object) -> str:
    if isinstance(value, float):
        return (
            f"the float {value!r}: a float cannot hold most amounts exactly, so sums of them gain "
            "and lose centimes"
        )
    if isinstance(value, int) and not isinstance(value, bool):
        return f"the integer {value}, which could mean dinars or centimes"
    return _kind(value)


def _kind(value: object) -> str:
    if value is None:
        return "nothing (is a return missing?)"
    if isinstance(value, (str, bool, int, float, Decimal)):
        return shown(value)
    return f"a value of type {type(value).__name__}"


def adds_up(details: "dict[str, Any]") -> bool:
    """Whether the breakdown adds up to the total, in centimes (D11). True without a breakdown."""
    lines = [signed_centimes(line["value"]) for line in details["amount_detail"]]
    if not lines:
        return True
    exact = [centimes for centimes in lines if centimes is not None]
    total = signed_centimes(details["total_amount"])
    return len(exact) == len(lines) and sum(exact) == total
