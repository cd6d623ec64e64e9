"""Money (D2): dinars on the wire, whole centimes inside, converted by their decimal digits.

Floating point never touches an amount: ``599.80`` must not become 599.79.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Optional

from wasl_partner_kit.wire.text import number_text, shown

CENTIMES_MAX = 999_999_999_999
"""9 999 999 999.99 dinars, the largest amount of D2."""

SAFE_INTEGER_MAX = 2**53 - 1
"""The largest integer that a JSON number holds exactly for every reader."""

_EXPECTED = "a number of dinars greater than 0, at most 9999999999.99, with at most two decimals"

_TWO_DECIMALS = re.compile(r"(-?)([0-9]+)(?:\.([0-9]{1,2}))?")


def signed_centimes(value: object) -> Optional[int]:
    """The exact centimes of a JSON number, which may be zero or negative; None when it has more
    than two decimals or is not a number."""
    if type(value) is int:
        return value * 100 if abs(value) * 100 <= SAFE_INTEGER_MAX else None
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    found = _TWO_DECIMALS.fullmatch(number_text(value))
    if found is None:
        return None
    minus, whole, decimals = found.groups()
    centimes = int(whole) * 100 + int((decimals or "").ljust(2, "0"))
    if centimes > SAFE_INTEGER_MAX:
        return None
    return -centimes if minus else centimes


def centimes_of_amount(value: object) -> Optional[int]:
    """The exact centimes of an amount (D2); None when the interface refuses it."""
    centimes = signed_centimes(value)
    return centimes if centimes is not None and 0 < centimes <= CENTIMES_MAX else None


def amount_problem(value: object) -> Optional[str]:
    if centimes_of_amount(value) is not None:
        return None
    return f"expected {_EXPECTED}, received {shown(value)}"


def dinars(centimes: int) -> Decimal:
    """The exact dinars of whole centimes: 59980 is ``Decimal("599.80")``."""
    return Decimal(centimes).scaleb(-2)


def format_dinars(centimes: int) -> str:
    """The dinars as text with two decimals and a point: ``599.80``."""
    return f"{dinars(centimes):.2f}"
