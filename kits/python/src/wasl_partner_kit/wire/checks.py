"""Checks of JSON values. Each problem has its path and says what was expected and received."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Callable, Iterable, Mapping, Sequence

from wasl_partner_kit.wire.money import amount_problem, signed_centimes
from wasl_partner_kit.wire.text import MISSING, has_surrogates, is_reference, shown
from wasl_partner_kit.wire.times import TIME_EXPECTED, is_business_date, read_time


@dataclass(frozen=True)
class Issue:
    """One problem of a value. ``path`` is such as ``amount_detail.0.value``; empty for all of
    it."""

    path: str
    message: str


Check = Callable[[object, str, "list[Issue]"], None]

ISSUES_SHOWN_MAX = 3
"""More problems rarely help."""


def issues_text(issues: Sequence[Issue]) -> str:
    """The first problems as one line: ``data.paidAt: expected …; data.amount: expected …``."""
    shown_issues = issues[:ISSUES_SHOWN_MAX]
    text = "; ".join(f"{i.path}: {i.message}" if i.path else i.message for i in shown_issues)
    more = len(issues) - len(shown_issues)
    return text + (f"; and {more} more" if more > 0 else "")


def issues_of(check: Check, value: object) -> "list[Issue]":
    issues: "list[Issue]" = []
    check(value, "", issues)
    return issues


def _add(issues: "list[Issue]", path: str, expected: str, value: object) -> None:
    issues.append(Issue(path, f"expected {expected}, received {shown(value)}"))


def text(value: object, path: str, issues: "list[Issue]") -> None:
    """Text that UTF-8 and PostgreSQL can hold."""
    if not isinstance(value, str):
        return _add(issues, path, "a string", value)
    if has_surrogates(value):
        issues.append(Issue(path, "expected text without lone surrogates"))
    if "\0" in value:
        issues.append(Issue(path, "expected text without the null character"))


def string(value: object, path: str, issues: "list[Issue]") -> None:
    if not isinstance(value, str):
        _add(issues, path, "a string", value)


def some_string(value: object, path: str, issues: "list[Issue]") -> None:
    if not isinstance(value, str):
        return _add(issues, path, "a string", value)
    if value == "":
        _add(issues, path, "a length of at least 1", value)


def number(value: object, path: str, issues: "list[Issue]") -> None:
    if not _is_number(value):
        _add(issues, path, "a number", value)


def _is_number(value: object) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Decimal):
        return value.is_finite()
    return isinstance(value, int)


def amount(value: object, path: str, issues: "list[Issue]") -> None:
    if not _is_number(value):
        return _add(issues, path, "a number", value)
    problem = amount_problem(value)
    if problem is not None:
        issues.append(Issue(path, problem))


def amount_or_zero(value: object, path: str, issues: "list[Issue]") -> None:
    if _is_number(value) and value == 0:
        return
    before = len(issues)
    amount(value, path, issues)
    if len(issues) > before and _is_number(value):
        issues[-1] = Issue(path, f"{issues[-1].message}, or 0")


def sum_of_money(value: object, path: str, issues: "list[Issue]") -> None:
    """An amount that may be zero or negative (D31)."""
    if not _is_number(value):
        return _add(issues, path, "a number", value)
    if signed_centimes(value) is None:
        _add(issues, path, "a number of dinars with at most two decimals", value)


def boolean(value: object, path: str, issues: "list[Issue]") -> None:
    if not isinstance(value, bool):
        _add(issues, path, "true or false", value)


def integer(value: object, path: str, issues: "list[Issue]") -> None:
    is_whole = _is_number(value) and int(value) == value  # type: ignore[call-overload]
    if not is_whole or value < 0:  # type: ignore[operator]
        _add(issues, path, "an integer of at least 0", value)


def reference(value: object, path: str, issues: "list[Issue]") -> None:
    if not isinstance(value, str):
        return _add(issues, path, "a string", value)
    if not is_reference(value):
        expected = (
            "a reference of 1 to 128 characters, without control characters, without white space "
            'at either end, and neither "." nor ".."'
        )
        _add(issues, path, expected, value)


def time(value: object, path: str, issues: "list[Issue]") -> None:
    if read_time(value) is None:
        _add(issues, path, TIME_EXPECTED, value)


def business_date(value: object, path: str, issues: "list[Issue]") -> None:
    if not is_business_date(value):
        _add(issues, path, "a date such as 2026-11-22", value)


def one_of(*names: str) -> Check:
    texts = [shown(name) for name in names]
    expected = texts[0] if len(texts) == 1 else f"one of {', '.join(texts)}"

    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if not isinstance(value, str) or value not in names:
            _add(issues, path, expected, value)

    return check


def pattern(expression: str, expected: str) -> Check:
    compiled = re.compile(expression, re.ASCII)

    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if not isinstance(value, str) or compiled.fullmatch(value) is None:
            _add(issues, path, expected, value)

    return check


def nullable(inner: Check) -> Check:
    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if value is not None:
            inner(value, path, issues)

    return check


def optional(inner: Check) -> Check:
    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if value is not MISSING:
            inner(value, path, issues)

    return check


def array_of(inner: Check, items_min: int = 0, items_max: int = 10_000_000) -> Check:
    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if not isinstance(value, (list, tuple)):
            return _add(issues, path, "an array", value)
        if not items_min <= len(value) <= items_max:
            few = len(value) < items_min
            limit = f"at least {items_min}" if few else f"at most {items_max}"
            message = f"expected a number of items of {limit}, received {len(value)}"
            issues.append(Issue(path, message))
        for index, item in enumerate(value):
            inner(item, join(path, str(index)), issues)

    return check


def object_of(fields: Mapping[str, Check], is_strict: bool = False) -> Check:
    """Other fields are allowed, unless it is strict."""

    def check(value: object, path: str, issues: "list[Issue]") -> None:
        if not isinstance(value, dict):
            return _add(issues, path, "an object", value)
        for name, inner in fields.items():
            inner(value.get(name, MISSING), join(path, name), issues)
        if is_strict:
            issues.extend(_unknown(path, (name for name in value if name not in fields)))

    return check


def _unknown(path: str, names: Iterable[str]) -> "list[Issue]":
    return [Issue(path, f"Unrecognized key: {shown(name)}") for name in names]


def join(path: str, name: str) -> str:
    return name if path == "" else f"{path}.{name}"
