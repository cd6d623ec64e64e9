"""Webhooks verified per second, against the steps that Stripe documents for its own signatures:

    python3 benchmarks/verify.py

The baseline is written from https://docs.stripe.com/webhooks ("Verify webhook signatures
manually"): split the header `t=…,v1=…`, prepare `timestamp.payload`, compute the HMAC with SHA-256,
compare in constant time, check the tolerance, and construct the event from its JSON. The kit also
checks the API secret, every field of the event, and converts its amounts and times. Run it on a
quiet machine; the rounds alternate, and the best of each counts.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from wasl_partner_kit import sign, verify_webhook  # noqa: E402

ROUNDS, CALLS = 15, 20_000

SECRET = "whsec_benchmark_000000000000000000000000000001"
API_SECRET = "wasl_sec_benchmark_0000000000000000000000001"
TOLERANCE_SECONDS = 300

DATA = {
    "reference": "INV-2026-0001",
    "paymentId": "019ab1c2-7c00-7abc-8def-0123000003e9",
    "channel": "AGENCY",
    "amount": 599.8,
    "currency": "DZD",
    "paidAt": "2026-11-21T09:00:00.000Z",
}
BODY = json.dumps({"event": "payment.success", "data": DATA}, separators=(",", ":")).encode()
NOW = str(int(time.time()))

HEADERS = {
    "authorization": f"Bearer {API_SECRET}",
    "x-timestamp": NOW,
    "x-signature": sign(BODY, NOW, SECRET),
    "content-type": "application/json",
    "x-event-id": "019ab1c2-7c00-7abc-8def-0123000003e9",
}


class Event(dict):
    """An event with attributes, as an SDK constructs it."""

    def __getattr__(self, name: str) -> object:
        return self[name]


def construct(value: object) -> object:
    if isinstance(value, dict):
        return Event((name, construct(item)) for name, item in value.items())
    return [construct(item) for item in value] if isinstance(value, list) else value


def documented(payload: bytes, header: str, secret: str) -> object:
    items = [item.split("=", 2) for item in header.split(",")]
    timestamp = int(next(value for name, value in items if name == "t"))
    signatures = [value for name, value in items if name == "v1"]
    signed = f"{timestamp}.{payload.decode('utf-8')}".encode()
    expected = hmac.new(secret.encode(), msg=signed, digestmod=hashlib.sha256).hexdigest()
    if not any(hmac.compare_digest(expected, given) for given in signatures):
        raise ValueError("no signature matches")
    if timestamp < time.time() - TOLERANCE_SECONDS:
        raise ValueError("too old")
    return construct(json.loads(payload))


def documented_header() -> str:
    signed = f"{NOW}.{BODY.decode('utf-8')}".encode()
    digest = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    return f"t={NOW},v1={digest}"


def main() -> None:
    header = documented_header()
    ways = {
        "wasl-partner-kit": lambda: verify_webhook(
            BODY, HEADERS, api_secret=API_SECRET, hmac_secret=SECRET
        ),
        "documented steps": lambda: documented(BODY, header, SECRET),
    }
    best = dict.fromkeys(ways, 0.0)
    for _ in range(ROUNDS):
        for name, verify in ways.items():
            started = time.perf_counter()
            for _ in range(CALLS):
                verify()
            best[name] = max(best[name], CALLS / (time.perf_counter() - started))
    for name, rate in best.items():
        print(f"{name:18} {rate:10,.0f} webhooks verified per second")
    kit, baseline = best.values()
    print(f"{'ratio':18} {kit / baseline:10.2f}")


if __name__ == "__main__":
    main()
