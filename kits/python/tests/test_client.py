"""The client against a real HTTP server that answers as each test wants."""

from __future__ import annotations

import json
import threading
import time
from datetime import datetime, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Iterator

import pytest

from wasl_partner_kit import CallFailed, Client, WrongOption, platform_book
from wasl_partner_kit.client.call import retry_wait
from wasl_partner_kit.client.headers import rate_limit_of, retry_after_seconds

KEY = "wasl_prt_key_that_no_message_may_show"

TIME = "2026-11-21T09:00:00.000Z"

PAID = {
    "stage": "paid",
    "locked": False,
    "paid": True,
    "lockReleaseTime": None,
    "paymentId": "019ab1c2-7c00-7abc-8def-0123000003e9",
    "channel": "AGENCY",
    "currency": "DZD",
    "amount": 599.8,
    "payment": {
        "webhookDelivery": "delivered",
        "paidAt": TIME,
        "refundedAt": None,
        "refundedAmount": 0,
    },
}

CONFIG = {
    "qrCodeToken": "token",
    "kind": "PERMANENT",
    "mode": "SINGLE_AMOUNT",
    "currency": "DZD",
    "amounts": [599.8],
    "expiresAt": None,
    "singleUse": False,
    "updatedAt": TIME,
}

LISTED = {
    "reference": "INV-1",
    "paymentId": "019ab1c2-7c00-7abc-8def-0123000003e9",
    "channel": "AGENCY",
    "stage": "paid",
    "amount": 599.8,
    "refundedAmount": 0,
    "currency": "DZD",
    "businessDate": "2026-11-21",
    "openedAt": TIME,
    "paidAt": TIME,
    "refundedAt": None,
    "webhookDelivery": "delivered",
    "statementId": None,
}


class Platform:
    """Gives the answers in their order; keeps the last one, and every request."""

    def __init__(self, *answers: Any) -> None:
        platform = self
        self.answers = list(answers)
        self.requests: "list[Any]" = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                size = int(self.headers.get("content-length", 0))
                seen = (self.path, dict(self.headers), self.rfile.read(size))
                platform.requests.append(seen)
                answers = platform.answers
                answer = answers.pop(0) if len(answers) > 1 else answers[0]
                answer(self) if callable(answer) else self.give(*answer)

            do_POST = do_GET

            def give(self, status: int, body: Any, headers: Any = None) -> None:
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"content-length": len(data), **(headers or {})}.items():
                    self.send_header(name, str(value))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_args: Any) -> None: ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def client(self, **options: Any) -> Client:
        return Client(**{"base_url": self.url, "api_key": KEY, **options})


@pytest.fixture
def platforms() -> "Iterator[Any]":
    opened: "list[Platform]" = []

    def start(*answers: Any) -> Platform:
        opened.append(Platform(*answers))
        return opened[-1]

    yield start
    for platform in opened:
        platform.server.shutdown()
        platform.server.server_close()


def error(code: str) -> "dict[str, str]":
    return {"error": code, "errorMessage": f"no, {KEY}\u202e!", "requestId": "req-1"}


def failure_of(call: Any) -> CallFailed:
    with pytest.raises(CallFailed) as failed:
        call()
    assert KEY not in failed.value.message
    return failed.value


def test_a_status_is_typed_and_exact(platforms: Any) -> None:
    headers = {"x-request-id": "req-7", "ratelimit": '"partner";r=59;t=60'}
    platform = platforms((200, PAID, headers))
    answered = platform.client(language="fr").status("INV/2026 01")
    assert answered.data.stage == "paid"
    assert answered.data.amount == Decimal("599.80")
    assert answered.data.payment.paid_at == datetime(2026, 11, 21, 9, tzinfo=timezone.utc)
    assert (answered.request_id, answered.attempts) == ("req-7", 1)
    assert (answered.rate_limit.remaining, answered.rate_limit.reset_seconds) == (59, 60)
    path, sent, _body = platform.requests[0]
    assert path == "/partner/payments/v1/INV%2F2026%2001/status"
    assert (sent["x-api-key"], sent["accept-language"]) == (KEY, "fr")


def test_a_refusal_has_the_platforms_code_and_never_the_key(platforms: Any) -> None:
    platform = platforms((401, error("PARTNER_API401_UNAUTHORIZED")))
    failure = failure_of(lambda: platform.client().status("INV-1"))
    assert failure.code == "PARTNER_API401_UNAUTHORIZED"
    assert failure.message == "no, [key] !"
    assert (failure.status, failure.request_id, failure.attempts) == (401, "req-1", 1)


def test_retries_wait_for_retry_after(platforms: Any) -> None:
    limited = (429, error("PARTNER_API429_RATE_LIMITED"), {"retry-after": "1"})
    platform = platforms(limited, (200, PAID))
    started = time.monotonic()
    assert platform.client().status("INV-1").attempts == 2
    assert time.monotonic() - started >= 1


def test_a_wait_beyond_the_deadline_is_not_begun(platforms: Any) -> None:
    limited = (429, error("PARTNER_API429_RATE_LIMITED"), {"retry-after": "60"})
    platform = platforms(limited)
    failure = failure_of(lambda: platform.client().status("INV-1"))
    assert (failure.attempts, failure.retry_after_seconds) == (1, 60.0)


def test_temporary_failures_are_retried_and_others_not(platforms: Any) -> None:
    page = (503, b"<html>", {})
    platform = platforms(page, page, page)
    failure = failure_of(lambda: platform.client().status("INV-1"))
    assert (failure.code, failure.attempts) == ("bad_response", 3)
    other = platforms((500, b"<html>", {}))
    assert failure_of(lambda: other.client().status("INV-1")).attempts == 1
    once = platforms(page)
    assert failure_of(lambda: once.client().status("INV-1", retries=0)).attempts == 1


def test_a_single_use_is_not_set_again_once_it_may_have_been_received(platforms: Any) -> None:
    def lose(handler: Any) -> None:
        handler.connection.close()

    platform = platforms(lose)
    client = platform.client()
    lost = failure_of(lambda: client.set_qr_config("token", ["599.80"], single_use=True))
    assert (lost.code, lost.attempts) == ("network", 1)
    assert failure_of(lambda: client.set_qr_config("token", ["599.80"])).attempts == 3


def test_amounts_of_a_qr_code_travel_exactly(platforms: Any) -> None:
    platform = platforms((200, CONFIG))
    expires_at = datetime(2027, 1, 1, tzinfo=timezone.utc)
    amounts = ["599.80", Decimal("1200")]
    config = platform.client().set_qr_config("token", amounts, expires_at=expires_at).data
    assert config.amounts == (Decimal("599.80"),)
    path, _headers, body = platform.requests[0]
    assert path == "/partner/qr/v1/set-qr-config"
    assert body == (
        b'{"qrCodeToken":"token","amounts":[599.8,1200],"expiresAt":"2027-01-01T00:00:00.000Z"}'
    )
    platform.client().unset_qr_config("token")
    assert platform.requests[1][0] == "/partner/qr/v1/un-set-qr-config"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda c: c.status(" INV"), "reference: expected a reference of 1 to 128"),
        (lambda c: c.set_qr_config("t", [599.8]), "a float cannot hold most amounts exactly"),
        (lambda c: c.set_qr_config("t", []), "at least 1, received 0"),
        (lambda c: c.set_qr_config("t", ["1"] * 21), "at most 20, received 21"),
        (lambda c: c.set_qr_config("t", ["1", "1.00"]), "expected distinct amounts"),
        (lambda c: c.set_qr_config("", ["1"]), "qrCodeToken: expected 1 to 128"),
        (lambda c: c.list_payments(first_date="21/11/2026"), "from: expected a date such as"),
        (lambda c: c.list_payments(limit=501), "limit: expected an integer from 1 to 500"),
        (lambda c: c.list_statements(cursor="a b"), "cursor: expected the nextCursor"),
    ],
)
def test_wrong_arguments_are_not_sent(platforms: Any, call: Any, problem: str) -> None:
    platform = platforms((200, PAID))
    failure = failure_of(lambda: call(platform.client()))
    assert (failure.code, failure.attempts) == ("VALIDATION400", 0)
    assert problem in failure.message
    assert failure.details
    assert platform.requests == []


ODD = [
    ("a redirect", (302, b"", {"location": "https://evil.example/"}), "does not follow it"),
    ("another body", (200, {"stage": "paid"}, {}), "does not match the specification: locked"),
    ("text", (200, b"<html>", {}), "it is not JSON in UTF-8"),
    ("a huge body", (200, b" " * 300_000, {}), "larger than 262144 bytes"),
]


@pytest.mark.parametrize(("name", "answer", "problem"), ODD)
def test_an_odd_answer_is_named(platforms: Any, name: str, answer: Any, problem: str) -> None:
    failure = failure_of(lambda: platforms(answer).client().status("INV-1"))
    assert failure.code == "bad_response"
    assert problem in failure.message


def test_an_answer_that_comes_byte_by_byte_ends_in_time(platforms: Any) -> None:
    ended = threading.Event()

    def drip(handler: Any) -> None:
        while not ended.wait(0.05):
            handler.wfile.write(b"H")

    platform = platforms(drip)
    client = platform.client(attempt_timeout_seconds=0.4, retries=0)
    started = time.monotonic()
    failure = failure_of(lambda: client.status("INV-1"))
    ended.set()
    assert failure.code in ("timeout", "network")
    assert time.monotonic() - started < 3


def test_a_platform_that_is_away_is_network() -> None:
    client = Client(base_url="http://127.0.0.1:9", api_key=KEY, retries=0)
    failure = failure_of(lambda: client.status("INV-1"))
    assert failure.code == "network" and "ECONNREFUSED" in failure.message


def test_the_book_of_the_platform_reads_every_page(platforms: Any) -> None:
    released = {**LISTED, "reference": "INV-2", "stage": "released"}
    first = {"items": [LISTED, released], "nextCursor": "next", "completeThrough": None}
    second = {"items": [{**LISTED, "reference": "INV-3"}], "nextCursor": None}
    second["completeThrough"] = "2026-11-21"
    platform = platforms((200, first), (200, second))
    lines = list(platform_book(platform.client(), "2026-11-01", "2026-11-30"))
    assert [line.reference for line in lines] == ["INV-1", "INV-3"]
    assert "cursor=next" in platform.requests[1][0]
    assert "from=2026-11-01&to=2026-11-30" in platform.requests[0][0]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"base_url": None}, "base_url: expected a URL, received nothing"),
        ({"base_url": "http://pay.example"}, "expected https"),
        ({"base_url": "https://user@pay.example"}, "without a user name"),
        ({"base_url": "https://pay.example/?a=1"}, "without a query"),
        ({"base_url": "pay.example"}, "expected an absolute URL"),
        ({"api_key": None}, "is the environment variable set?"),
        ({"api_key": f"{KEY}\n"}, "visible ASCII characters"),
        ({"retries": 11}, "retries: expected an integer from 0 to 10"),
        ({"language": "de"}, "language: expected one of en, fr, ar"),
    ],
)
def test_a_wrong_option_is_named_without_the_key(options: Any, problem: str) -> None:
    with pytest.raises(WrongOption) as wrong:
        Client(**{"base_url": "https://pay.example", "api_key": KEY, **options})
    assert problem in wrong.value.message
    assert KEY not in wrong.value.message


@pytest.mark.parametrize(
    ("value", "wait"),
    [
        ("0", 0),
        (" 60 ", 60),
        ("9999999999", 86_400),
        ("Sat, 21 Nov 2026 09:00:30 GMT", 30),
        ("Sat, 21 Nov 2026 08:59:30 GMT", 0),
        ("-1", None),
        ("1.5", None),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_read(value: str, wait: Any) -> None:
    headers = {"retry-after": value, "date": "Sat, 21 Nov 2026 09:00:00 GMT"}
    assert retry_after_seconds(headers) == wait


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('"partner"; r=0; t=1', (0, 1)),
        ('"partner";r=3', (3, 0)),
        ('"day";r=900;t=80000, "minute";r=2;t=30', (2, 30)),
        ('"partner";r=-1', None),
        ("", None),
    ],
)
def test_the_quota_is_read(value: str, expected: Any) -> None:
    limit = rate_limit_of({"ratelimit": value})
    assert (limit and (limit.remaining, limit.reset_seconds)) == expected


def test_the_wait_before_a_retry_doubles_to_5_seconds() -> None:
    waits = [retry_wait(retry, None, 1.0) for retry in range(1, 8)]
    assert waits == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert retry_wait(3, 10.0, 0.0) == 10.0
