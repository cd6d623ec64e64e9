"""What the tests share: secrets, a partner with a log to look into, and signed requests."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional

from wasl_partner_kit import Incoming, MemoryStore, Partner, Payable, sign

API_SECRET = "wasl_sec_test_0000000000000000000000000000001"
HMAC_SECRET = "wasl_hmac_test_000000000000000000000000000002"

NOW_SECONDS = 1_795_251_600
"""2026-11-21T09:00:00Z"""

COMMON = {
    "reference": "INV-2026-0001",
    "paymentId": "019ab1c2-7c00-7abc-8def-0123000003e9",
    "channel": "AGENCY",
    "amount": 599.8,
    "currency": "DZD",
}


class TestPartner:
    """A partner whose clock stands still at NOW_SECONDS, and its log."""

    __test__ = False

    def __init__(self, **options: Any) -> None:
        self.log: "list[Any]" = []
        defaults = {
            "api_secret": API_SECRET,
            "hmac_secret": HMAC_SECRET,
            "lookup": lambda _reference: Payable("599.80"),
            "on_success": lambda _event, _context: None,
            "store": MemoryStore(),
            "log": self.log.append,
            "now": lambda: NOW_SECONDS,
        }
        self.partner = Partner(**{**defaults, **options})

    def look_up(self, path: str = "/INV-1", **changes: Optional[str]) -> "tuple[int, Any]":
        return self._answer(incoming("GET", path, headers(b"", **changes)))

    def deliver(self, event: Any, **changes: Optional[str]) -> "tuple[int, Any]":
        body = body_of(event)
        request = incoming("POST", "/webhooks/platform", headers(body, **changes), lambda _n: body)
        return self._answer(request)

    def _answer(self, request: Incoming) -> "tuple[int, Any]":
        answer = self.partner.handle(request)
        return answer.status, json.loads(answer.body)

    def codes(self) -> "list[str]":
        return [entry.code for entry in self.log]


def body_of(event: Any) -> bytes:
    if isinstance(event, bytes):
        return event
    return json.dumps(event, ensure_ascii=False).encode("utf-8")


def headers(body: bytes, **changes: Optional[str]) -> "dict[str, str]":
    """Rightly signed; one set to None is left out."""
    all_of_them = {
        "authorization": f"Bearer {API_SECRET}",
        "x-timestamp": str(NOW_SECONDS),
        "x-signature": sign(body, str(NOW_SECONDS), HMAC_SECRET),
        **{name.replace("_", "-"): value for name, value in changes.items()},
    }
    return {name: value for name, value in all_of_them.items() if value is not None}


def incoming(
    method: str,
    path: str,
    given: "dict[str, str]",
    read_body: "Callable[[int], bytes]" = lambda _bytes_max: b"",
) -> Incoming:
    return Incoming(method, path, given.get, read_body)


def success(**changes: Any) -> "dict[str, Any]":
    data = {**COMMON, "paidAt": "2026-11-21T09:00:00.000Z", **changes}
    return {"event": "payment.success", "data": data}


def refunded(refund_id: str) -> "dict[str, Any]":
    refund = {
        "refundId": refund_id,
        "refundedAmount": 100,
        "refundedTotal": 100,
        "refundedAt": "2026-11-24T09:00:00.000Z",
        "reason": None,
    }
    return {"event": "payment.refunded", "data": {**COMMON, **refund}}
