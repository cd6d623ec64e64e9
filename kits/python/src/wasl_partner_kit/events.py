"""Webhook events (sections 2.4 and 6; D15, D27), read only from bytes with a verified signature."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Mapping, Optional, Union

from wasl_partner_kit.wire.bodies import EVENT_DATA, envelope
from wasl_partner_kit.wire.checks import Issue, issues_of, issues_text
from wasl_partner_kit.wire.json_text import NotJson, read_json
from wasl_partner_kit.wire.money import dinars, signed_centimes
from wasl_partner_kit.wire.text import MISSING
from wasl_partner_kit.wire.times import read_time


@dataclass(frozen=True)
class _Payment:
    reference: str
    payment_id: str
    channel: str
    """``AGENCY``, ``DELIVERY`` or ``MARKETPLACE``."""
    centimes: int
    """The exact amount. Compare this, never a float."""
    currency: str
    qr_code_token: Optional[str]
    """Only for a payment by a static QR code: it has no earlier order."""
    data: Mapping[str, Any]
    """All fields of ``data`` as they were sent, also those that this release does not know."""

    @property
    def amount(self) -> Decimal:
        """The exact amount in dinars."""
        return dinars(self.centimes)

    @property
    def qr_config_kind(self) -> Optional[str]:
        """``PERMANENT``, ``TIME_LIMITED`` or ``SINGLE_USE``; None when the payer chose the
        amount."""
        return self.data.get("qrConfigKind")


@dataclass(frozen=True)
class PaymentInitialized(_Payment):
    """A payer started to pay: the reference is locked."""

    initialized_at: datetime
    lock_release_time: datetime
    kind = "payment.initialized"


@dataclass(frozen=True)
class PaymentSuccess(_Payment):
    """The payer paid."""

    paid_at: datetime
    kind = "payment.success"


@dataclass(frozen=True)
class PaymentFail(_Payment):
    """The payment failed, was cancelled or expired: the reference is free again."""

    failed_at: datetime
    reason: str
    kind = "payment.fail"


@dataclass(frozen=True)
class PaymentRefunded(_Payment):
    """A payment was refunded; sent only to partners that asked for this event."""

    refund_id: str
    refunded_centimes: int
    """Of this refund."""
    refunded_total_centimes: int
    """Of all refunds so far."""
    refunded_at: datetime
    reason: Optional[str]
    kind = "payment.refunded"


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a kind that this release does not know: a newer platform may send one."""

    kind: str
    data: Mapping[str, Any]


PaymentEvent = Union[PaymentInitialized, PaymentSuccess, PaymentFail, PaymentRefunded]
Event = Union[PaymentEvent, UnknownEvent]

EVENT_KINDS = tuple(EVENT_DATA)


class UnreadableEvent(ValueError):
    """The body is correctly signed, but is not an event."""

    def __init__(self, reason: str, problem: Optional[str] = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.problem = problem


def read_event(body: bytes) -> Event:
    """Raises UnreadableEvent."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise UnreadableEvent("not_utf8") from problem
    plain = plain_success(text)
    if plain is not None:
        return plain
    try:
        value = read_json(text)
    except NotJson as problem:
        raise UnreadableEvent("not_json") from problem
    if not isinstance(value, dict):
        raise UnreadableEvent("not_an_object")
    kind = value.get("event")
    check = EVENT_DATA.get(kind) if isinstance(kind, str) else None
    issues: "list[Issue]" = []
    if check is None:
        issues = issues_of(envelope, value)
    else:
        check(value.get("data", MISSING), "data", issues)
    if issues:
        raise UnreadableEvent("malformed_event", issues_text(issues))
    data = value["data"]
    return UnknownEvent(kind, data) if check is None else _event_of(kind, data)


def _event_of(kind: str, data: "dict[str, Any]") -> PaymentEvent:
    common = (
        data["reference"],
        data["paymentId"],
        data["channel"],
        _centimes(data["amount"]),
        data["currency"],
        data.get("qrCodeToken"),
        data,
    )
    if kind == "payment.success":
        return PaymentSuccess(*common, _time(data["paidAt"]))
    if kind == "payment.initialized":
        times = (_time(data["initializedAt"]), _time(data["lockReleaseTime"]))
        return PaymentInitialized(*common, *times)
    if kind == "payment.fail":
        return PaymentFail(*common, _time(data["failedAt"]), data["reason"])
    amounts = (_centimes(data["refundedAmount"]), _centimes(data["refundedTotal"]))
    refunded_at = _time(data["refundedAt"])
    return PaymentRefunded(*common, data["refundId"], *amounts, refunded_at, data["reason"])


# The bytes that the platform writes for the event that matters most: fixed fields in a fixed order,
# and no character that JSON escapes. Amounts beyond D2, and days beyond their month, are left to
# the checks, as is a reference of two characters, which could be "..".
_PLAIN_SUCCESS = re.compile(
    r'{"event":"payment\.success","data":{'
    r'"reference":"([!#-\[\]-~][ !#-\[\]-~]{1,126}[!#-\[\]-~])",'
    r'"paymentId":"([!#-\[\]-~]{1,128})","channel":"(AGENCY|DELIVERY|MARKETPLACE)",'
    r'"amount":((?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,2})?),"currency":"(DZD)",'
    r'"paidAt":"([0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3})Z"}}'
)


def plain_success(text: str) -> Optional[PaymentSuccess]:
    """A fast path without JSON: None means nothing, and the checks then decide and name the
    problem. Only for what every check would accept."""
    found = _PLAIN_SUCCESS.fullmatch(text)
    if found is None:
        return None
    reference, payment_id, channel, amount, currency, paid_at = found.groups()
    whole, _point, decimals = amount.partition(".")
    centimes = int(whole + (decimals + "00")[:2])
    try:
        moment = datetime.fromisoformat(paid_at + "+00:00")
    except ValueError:
        return None
    if centimes == 0:
        return None
    event = object.__new__(PaymentSuccess)
    # A frozen dataclass sets its fields one by one, which takes as long as all the checks.
    object.__setattr__(
        event,
        "__dict__",
        {
            "reference": reference,
            "payment_id": payment_id,
            "channel": channel,
            "centimes": centimes,
            "currency": currency,
            "qr_code_token": None,
            "data": {
                "reference": reference,
                "paymentId": payment_id,
                "channel": channel,
                "amount": float(amount) if decimals else int(amount),
                "currency": currency,
                "paidAt": paid_at + "Z",
            },
            "paid_at": moment,
        },
    )
    return event


def _centimes(value: object) -> int:
    centimes = signed_centimes(value)
    assert centimes is not None
    return centimes


def _time(value: object) -> datetime:
    moment = read_time(value)
    assert moment is not None
    return moment


def event_key(event: PaymentEvent) -> str:
    """Identifies an event by its signed content, never by the unsigned ``X-Event-Id`` (D13)."""
    key = f"{event.kind}:{event.payment_id}"
    # A payment has one event of each other kind, and one payment.refunded for each refund.
    return f"{key}:{event.refund_id}" if isinstance(event, PaymentRefunded) else key
