"""The bodies of the interface as checks: details, events, status, QR configurations, errors."""

from __future__ import annotations

import unicodedata
from typing import Any

from wasl_partner_kit.wire import checks as c
from wasl_partner_kit.wire.checks import Check, Issue
from wasl_partner_kit.wire.text import MISSING, shown

CURRENCIES = ("DZD",)
CHANNELS = ("AGENCY", "DELIVERY", "MARKETPLACE")
PAYMENT_STAGES = ("locked", "paid", "released", "refunded")
STAGES = (*PAYMENT_STAGES, "not_found")
DELIVERY_STATES = ("none", "pending", "delivered", "failed")
FAIL_REASONS = ("failed", "cancelled", "expired")
QR_KINDS = ("PERMANENT", "TIME_LIMITED", "SINGLE_USE")
QR_MODES = ("SINGLE_AMOUNT", "MULTI_AMOUNT", "OPEN_AMOUNT")

LABELS_MAX = 200
"""The limit for each list of labels."""

QR_AMOUNTS_MAX = 20
TOKEN_LENGTH_MAX = 128

currency = c.one_of(*CURRENCIES)
channel = c.one_of(*CHANNELS)

_LABELS = {name: c.optional(c.text) for name in ("label_ar", "label_en", "label_fr")}


def payment_details(is_strict: bool = False) -> Check:
    """Section 2.1. Strict for what leaves the shop: a misspelt field would hide the breakdown."""
    amount_label = c.object_of({**_LABELS, "value": c.number}, is_strict)
    detail_label = c.object_of({**_LABELS, "value": c.text}, is_strict)
    fields = {
        "reference": c.reference,
        "total_amount": c.amount,
        "currency": currency,
        "amount_detail": c.optional(c.array_of(amount_label, items_max=LABELS_MAX)),
        "details": c.optional(c.array_of(detail_label, items_max=LABELS_MAX)),
    }
    return c.object_of(fields, is_strict)


def qr_code_token(value: object, path: str, issues: "list[Issue]") -> None:
    if not isinstance(value, str):
        return c.string(value, path, issues)
    is_usable = 0 < len(value) <= TOKEN_LENGTH_MAX and not any(
        unicodedata.category(character) in ("Cc", "Cs") for character in value
    )
    if not is_usable:
        expected = f"1 to {TOKEN_LENGTH_MAX} characters without control characters"
        issues.append(Issue(path, f"expected {expected}, received {shown(value)}"))


_COMMON = {
    "reference": c.reference,
    "paymentId": c.some_string,
    "channel": channel,
    "amount": c.amount,
    "currency": currency,
    "qrCodeToken": c.optional(qr_code_token),
}
_QR_KIND = {"qrConfigKind": c.optional(c.nullable(c.one_of(*QR_KINDS)))}

EVENT_DATA = {
    "payment.initialized": c.object_of(
        {**_COMMON, **_QR_KIND, "lockReleaseTime": c.time, "initializedAt": c.time}
    ),
    "payment.success": c.object_of({**_COMMON, **_QR_KIND, "paidAt": c.time}),
    "payment.fail": c.object_of(
        {**_COMMON, "failedAt": c.time, "reason": c.one_of(*FAIL_REASONS)}
    ),
    "payment.refunded": c.object_of(
        {
            **_COMMON,
            "refundId": c.some_string,
            "refundedAmount": c.amount,
            "refundedTotal": c.amount,
            "refundedAt": c.time,
            "reason": c.nullable(c.string),
        }
    ),
}
"""Section 6, D15 and D27: the data of each kind of event."""

envelope = c.object_of({"event": c.some_string, "data": c.object_of({})})


def webhook_event(value: object, path: str, issues: "list[Issue]") -> None:
    """An event of a kind that this release knows."""
    if not isinstance(value, dict):
        return c.object_of({})(value, path, issues)
    kind = value.get("event", MISSING)
    if not isinstance(kind, str) or kind not in EVENT_DATA:
        return c.one_of(*EVENT_DATA)(kind, "event", issues)
    EVENT_DATA[kind](value.get("data", MISSING), "data", issues)


_STATUS = c.object_of(
    {
        "stage": c.one_of(*STAGES),
        "locked": c.boolean,
        "paid": c.boolean,
        "lockReleaseTime": c.nullable(c.time),
        "paymentId": c.nullable(c.string),
        "channel": c.nullable(channel),
        "currency": c.nullable(currency),
        "amount": c.nullable(c.amount),
        "payment": c.nullable(
            c.object_of(
                {
                    "webhookDelivery": c.one_of(*DELIVERY_STATES),
                    "paidAt": c.nullable(c.time),
                    "refundedAt": c.nullable(c.time),
                    "refundedAmount": c.amount_or_zero,
                }
            )
        ),
    }
)


def payment_status(value: object, path: str, issues: "list[Issue]") -> None:
    """Section 2.6 and D7: every field is present, and no field contradicts the stage."""
    before = len(issues)
    _STATUS(value, path, issues)
    if len(issues) == before and isinstance(value, dict):
        issues.extend(Issue(path, f"expected that {rule}") for rule in _contradictions(value))


def _contradictions(status: "dict[str, Any]") -> "list[str]":
    stage, payment, amount = status["stage"], status["payment"], status["amount"]
    known, was_paid = stage != "not_found", stage in ("paid", "refunded")
    present = [status[name] for name in ("paymentId", "channel", "currency", "amount", "payment")]
    release = status["lockReleaseTime"]
    rules = [
        (status["locked"] is (stage == "locked"), "locked is true only in stage locked"),
        (status["paid"] is (stage == "paid"), "paid is true only in stage paid"),
        (
            (release is not None) is (stage in ("locked", "released")),
            "lockReleaseTime is a time in the stages locked and released, otherwise null",
        ),
        (
            all((field is not None) is known for field in present),
            "paymentId, channel, currency, amount and payment are null only in stage not_found",
        ),
    ]
    if payment is not None:
        rules += _payment_rules(stage, was_paid, payment, amount)
    return [sentence for holds, sentence in rules if not holds]


def _payment_rules(
    stage: str, was_paid: bool, payment: "dict[str, Any]", amount: Any
) -> "list[tuple[bool, str]]":
    refunded = payment["refundedAmount"]
    if stage == "refunded":
        is_right = refunded == amount
    else:
        is_right = refunded < (amount or 0) if stage == "paid" else refunded == 0
    return [
        (
            (payment["paidAt"] is not None) is was_paid,
            "payment.paidAt is a time in the stages paid and refunded, otherwise null",
        ),
        (
            (payment["refundedAt"] is not None) is (stage == "refunded"),
            "payment.refundedAt is a time only in stage refunded",
        ),
        (
            is_right,
            "payment.refundedAmount is the amount in stage refunded, less in stage paid, "
            "otherwise 0",
        ),
        (
            (payment["webhookDelivery"] != "none") is was_paid,
            'payment.webhookDelivery is "none" until there is a confirmation event',
        ),
    ]


qr_config = c.object_of(
    {
        "qrCodeToken": qr_code_token,
        "kind": c.nullable(c.one_of(*QR_KINDS)),
        "mode": c.one_of(*QR_MODES),
        "currency": currency,
        "amounts": c.array_of(c.amount),
        "expiresAt": c.nullable(c.time),
        "singleUse": c.boolean,
        "updatedAt": c.time,
    }
)
"""D17."""

platform_error = c.object_of(
    {
        "error": c.string,
        "errorMessage": c.string,
        "requestId": c.string,
        "details": c.optional(c.array_of(c.object_of({"path": c.string, "message": c.string}))),
    }
)
"""D4."""
