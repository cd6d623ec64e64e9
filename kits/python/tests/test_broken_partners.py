"""The broken partners of conformance/test/broken, written on the kit where it makes them
impossible.

Each test names the fault as that folder does. What a shop can still do wrong is in the last test:
its own records are its own.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from typing import Any

import pytest
from support import (
    API_SECRET,
    HMAC_SECRET,
    NOW_SECONDS,
    TestPartner,
    body_of,
    headers,
    incoming,
    success,
)

from wasl_partner_kit import (
    NOT_FOUND,
    AmountLabel,
    BodyUnread,
    DetailLabel,
    Payable,
    SqliteStore,
    WebhookRefused,
    sign,
    verify_webhook,
)

LOOKUP_HEADERS = [
    ("lookups need no secret", {"authorization": None}, "missing_authorization"),
    ("an empty header passes", {"authorization": ""}, "missing_authorization"),
    ("a part of the secret is enough", {"authorization": f"Bearer {API_SECRET[:20]}"}, "wrong"),
    ("the header only has to contain the secret", {"authorization": API_SECRET}, "malformed"),
    (
        "the header only has to contain the secret",
        {"authorization": f"Bearer {API_SECRET}x"},
        "wrong",
    ),
    (
        "the secret is compared case-insensitively",
        {"authorization": f"Bearer {API_SECRET.upper()}"},
        "wrong",
    ),
    ("a missing secret becomes the word None", {"authorization": "Bearer None"}, "wrong"),
    (
        "the HMAC secret is accepted as API secret",
        {"authorization": f"Bearer {HMAC_SECRET}"},
        "wrong",
    ),
    ("lookups need no timestamp", {"x_timestamp": None}, "missing"),
    ("the timestamp is read with int()", {"x_timestamp": f" {NOW_SECONDS}"}, "malformed"),
    ("the timestamp may have a fraction", {"x_timestamp": f"{NOW_SECONDS}.5"}, "malformed"),
    ("digits of other scripts count", {"x_timestamp": "١٧٩٥٢٥١٦٠٠"}, "malformed"),
    ("an old request is accepted", {"x_timestamp": str(NOW_SECONDS - 301)}, "past"),
    ("a request from the future is accepted", {"x_timestamp": str(NOW_SECONDS + 301)}, "future"),
]


@pytest.mark.parametrize(("fault", "changes", "problem"), LOOKUP_HEADERS)
def test_a_lookup_with_a_wrong_header_is_401(fault: str, changes: Any, problem: str) -> None:
    looked_up: "list[str]" = []

    def lookup(reference: str) -> Any:
        looked_up.append(reference)
        return Payable("1.00")

    shop = TestPartner(lookup=lookup)
    status, body = shop.look_up(**changes)
    assert (status, body["error"]) == (401, "UNAUTHORIZED")
    assert problem.split("_")[0] in body["errorMessage"]
    assert API_SECRET not in json.dumps(body)
    # The reference is not looked up before the secret is compared, and a refusal names no payer.
    assert looked_up == []


@pytest.mark.parametrize("seconds", [-300, 300])
def test_the_tolerance_is_not_only_one_minute(seconds: int) -> None:
    assert TestPartner().look_up(x_timestamp=str(NOW_SECONDS + seconds))[0] == 200


def test_a_scheme_in_lower_case_does_not_break_the_server() -> None:
    assert TestPartner().look_up(authorization=f"bearer {API_SECRET}")[0] == 200


BODY = body_of(success())
RIGHT = sign(BODY, str(NOW_SECONDS), HMAC_SECRET)

SIGNATURES = [
    ("a webhook without a signature passes", None, "missing"),
    ("the signature is not verified", "0" * 64, "does not match"),
    ("the first digits of the signature are enough", RIGHT[:32], "malformed"),
    ("a signature of another length breaks the comparison", RIGHT + "00", "malformed"),
    (
        "the signature may be made with the API secret",
        sign(BODY, str(NOW_SECONDS), API_SECRET),
        "does not match",
    ),
    (
        "a missing HMAC secret becomes the word None",
        sign(BODY, str(NOW_SECONDS), "None"),
        "does not match",
    ),
    ("the timestamp is not verified", sign(BODY, "", HMAC_SECRET), "does not match"),
    (
        "the signature needs no key",
        hashlib.sha256(BODY + str(NOW_SECONDS).encode()).hexdigest(),
        "does not match",
    ),
    ("the header is repeated", f"{RIGHT}, {RIGHT}", "malformed"),
]


@pytest.mark.parametrize(("fault", "signature", "problem"), SIGNATURES)
def test_a_webhook_with_a_wrong_signature_is_401(fault: str, signature: Any, problem: str) -> None:
    handled: "list[int]" = []
    shop = TestPartner(on_success=lambda _event, _context: handled.append(1))
    status, body = shop.deliver(success(), x_signature=signature)
    assert (status, body["error"]) == (401, "UNAUTHORIZED")
    assert problem in body["errorMessage"]
    # A refusal does not show the expected signature.
    assert RIGHT not in body["errorMessage"]
    # The event is not handled before it is verified, and the right one still is.
    assert handled == []
    assert shop.deliver(success())[0] == 200
    assert handled == [1]


def test_a_signature_in_upper_case_does_not_break_the_server() -> None:
    assert TestPartner().deliver(success(), x_signature=RIGHT.upper())[0] == 200


def test_digits_after_the_body_are_not_read_as_the_timestamp() -> None:
    """The body and the timestamp are signed as one text; the header says where the body ends."""
    shifted, timestamp = BODY + str(NOW_SECONDS).encode()[:1], str(NOW_SECONDS)[1:]
    shop = TestPartner()
    status, _body = shop.deliver(shifted, x_timestamp=timestamp, x_signature=RIGHT)
    assert status == 401


REENCODED = [
    ("the body is parsed and re-encoded", b'{ "event": "payment.success", "data": %s }'),
    ("keys are put in another order", b'{"data": %s, "event": "payment.success"}'),
]


@pytest.mark.parametrize(("fault", "form"), REENCODED)
def test_the_sent_bytes_are_verified_however_they_are_written(fault: str, form: bytes) -> None:
    data = json.dumps(success(reference="فاتورة/٢٠٢٦")["data"], ensure_ascii=False)
    assert TestPartner().deliver(form % data.encode())[0] == 200
    escaped = form % json.dumps(success(reference="فاتورة/٢٠٢٦")["data"]).encode()
    assert TestPartner().deliver(escaped)[0] == 200


def test_a_parsed_body_cannot_be_verified_by_mistake() -> None:
    for wrong in (json.loads(BODY), BODY.decode("utf-8"), None):
        with pytest.raises(WebhookRefused) as refused:
            verify_webhook(
                wrong, headers(BODY), api_secret=API_SECRET, hmac_secret=HMAC_SECRET,
                now_seconds=NOW_SECONDS,
            )  # fmt: skip
        assert refused.value.code == "body_not_bytes"


def test_a_body_that_something_read_is_not_acknowledged_and_the_log_says_what_to_do() -> None:
    def read_already(_bytes_max: int) -> bytes:
        raise BodyUnread("already_read")

    shop = TestPartner()
    request = incoming("POST", "/webhooks/platform", headers(BODY), read_already)
    assert shop.partner.handle(request).status == 500
    assert "was read before it reached the partner kit" in shop.log[0].message


BODIES = [
    ("a signed body that is not JSON breaks the server", b"{", 400),
    ("a signed body that is not UTF-8 breaks the server", b'{"event":"\xff"}', 400),
    ("every signed body is acknowledged", b"[]", 400),
    ("every signed body is acknowledged", b"null", 400),
    ("every signed body is acknowledged", b"{}", 400),
    ("endless nesting breaks the server", b"[" * 100_000, 400),
    ("NaN counts as an amount", body_of(success()).replace(b"599.8", b"NaN"), 400),
    ("a number as text counts as an amount", body_of(success(amount="599.80")), 400),
    ("a byte order mark is removed", b"\xef\xbb\xbf" + BODY, 400),
    ("an unknown kind of event breaks the server", body_of({"event": "x", "data": {}}), 200),
    ("unknown fields are refused", body_of(success(more={"a": 1})), 200),
    ("an event must start with its kind", b'{"data":{},"event":"later.kind"}', 200),
]


@pytest.mark.parametrize(("fault", "body", "status"), BODIES)
def test_signed_bodies_have_their_answers(fault: str, body: bytes, status: int) -> None:
    handled: "list[int]" = []
    shop = TestPartner(on_success=lambda _event, _context: handled.append(1))
    found, answer = shop.deliver(body)
    assert found == status
    assert answer == {"success": True} if status == 200 else answer["error"] == "BAD_REQUEST"
    assert len(handled) == (1 if b"more" in body else 0)


def test_an_acknowledgement_is_always_200_and_true() -> None:
    """"webhooks are acknowledged with 201", "success is a text", "a copy is a conflict"."""
    shop = TestPartner(on_success=lambda _event, _context: {"success": "false"})
    for _ in range(2):
        assert shop.deliver(success()) == (200, {"success": True})


def test_an_event_without_a_handler_is_acknowledged() -> None:
    """"payment.initialized has no handler", "every kind of event is handled as payment.success"."""
    handled: "list[int]" = []
    shop = TestPartner(on_success=lambda _event, _context: handled.append(1))
    data = {**success()["data"], "failedAt": "2026-11-21T09:00:00.000Z", "reason": "expired"}
    assert shop.deliver({"event": "payment.fail", "data": data})[0] == 200
    assert handled == []


@pytest.mark.parametrize(
    ("fault", "changes", "runs"),
    [
        ("copies are identified by X-Event-Id", ({}, {}), 1),
        ("copies are identified by the bytes of the body", ({}, {"note": "x"}), 1),
        ("copies are identified by the reference alone", ({}, {"paymentId": "other"}), 2),
        ("the id of a payment is cut", ({"paymentId": "p" * 300}, {"paymentId": "p" * 301}), 2),
        ("the id of a payment is stored as a number", ({"paymentId": "1"}, {"paymentId": "01"}), 2),
    ],
)
def test_copies_are_identified_by_the_payment(
    fault: str, changes: Any, runs: int, tmp_path: Any
) -> None:
    store = SqliteStore(tmp_path / "shop.db")
    store.create_table()
    handled: "list[int]" = []
    shop = TestPartner(store=store, on_success=lambda _event, _context: handled.append(1))
    for number, change in enumerate(changes):
        assert shop.deliver(success(**change), x_event_id=f"id-{number}")[0] == 200
    assert len(handled) == runs


def test_an_event_is_not_recorded_before_its_handler_succeeded(tmp_path: Any) -> None:
    """"the payment is saved after the acknowledgement", "an event is recorded before it is
    verified"."""
    path = tmp_path / "shop.db"
    store = SqliteStore(path)
    store.create_table()
    statuses: "list[Any]" = []

    def handler(_event: Any, _context: Any) -> None:
        other = sqlite3.connect(path)
        statuses.append(other.execute("select count(*) from wasl_handled_events").fetchone()[0])
        other.close()
        if len(statuses) == 1:
            raise RuntimeError("not saved")

    shop = TestPartner(store=store, on_success=handler)
    assert [shop.deliver(success())[0] for _ in range(3)] == [500, 200, 200]
    assert statuses == [0, 0]


LOOKUPS = [
    ("the total is a floating-point sum", Payable(0.1 + 0.2)),
    ("the total is in centimes with a third decimal", Payable("5990.123")),
    ("the currency is a symbol", Payable("1.00", currency="DA")),
    ("the amounts of the breakdown are floats", Payable("1.00", [AmountLabel(1.0)])),
    ("an empty breakdown is null", Payable("1.00", amount_detail=None)),
    ("the values of the details are numbers", Payable("1.00", details=[DetailLabel(5)])),
    ("details is an object", Payable("1.00", details={"label_fr": "x"})),
    ("the reference is returned in lower case", Payable("1.00", reference="inv-1")),
    ("the details contain a picture", Payable("1.00", details=[DetailLabel("A" * 300_000)])),
    ("an unknown reference is answered with 200 and nothing", None),
    ("the details come in a list", [Payable("1.00")]),
]


@pytest.mark.parametrize(("fault", "answer"), LOOKUPS)
def test_a_wrong_lookup_is_503_and_never_200(fault: str, answer: Any) -> None:
    shop = TestPartner(lookup=lambda _reference: answer)
    status, body = shop.look_up("/INV-1")
    assert (status, body["error"]) == (503, "SERVICE_UNAVAILABLE")
    assert shop.codes() == ["lookup_answer_invalid"]


SEGMENTS = [
    ("the reference is decoded twice", "/A%252FB", "A%2FB"),
    ("the reference is not decoded", "/%D9%81", "ف"),
    ("a plus sign is read as a space", "/A+B", "A+B"),
    ("only the last segment of the decoded path counts", "/A%2FB", "A/B"),
    ("references of more than 100 characters are refused", "/" + "x" * 128, "x" * 128),
]


@pytest.mark.parametrize(("fault", "path", "reference"), SEGMENTS)
def test_a_reference_is_decoded_once(fault: str, path: str, reference: str) -> None:
    asked: "list[str]" = []

    def lookup(found: str) -> Any:
        asked.append(found)
        return NOT_FOUND

    assert TestPartner(lookup=lookup).look_up(path)[0] == 404
    assert asked == [reference]


MALFORMED = ["/%", "/%zz", "/%FF", "/%00", "/a%0Ab", "/.", "/%2e%2E", "/x\x7f"]


@pytest.mark.parametrize("path", MALFORMED)
def test_a_malformed_encoding_is_404_and_no_lookup(path: str) -> None:
    shop = TestPartner(lookup=lambda _reference: 1 / 0)
    assert shop.look_up(path)[0] == 404
    assert shop.codes() == ["lookup_refused"]


def test_requests_share_nothing(tmp_path: Any) -> None:
    """"requests share a variable": each answer is of its own request."""
    barrier = threading.Barrier(8)

    def lookup(reference: str) -> Any:
        barrier.wait(5)
        return Payable(centimes=int(reference) * 100)

    shop = TestPartner(lookup=lookup)
    found: "dict[str, Any]" = {}

    def ask(reference: str) -> None:
        found[reference] = shop.look_up(f"/{reference}")[1]

    threads = [threading.Thread(target=ask, args=(str(n),)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {name: body["total_amount"] for name, body in found.items()} == {
        str(n): n for n in range(1, 9)
    }


def test_other_methods_change_nothing() -> None:
    """"PUT of a reference marks it paid", "only POST needs the secret", "other methods break the
    server"."""
    handled: "list[int]" = []
    shop = TestPartner(on_success=lambda _event, _context: handled.append(1))
    for method in ("PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"):
        for path in ("/INV-1", "/webhooks/platform"):
            answer = shop.partner.handle(incoming(method, path, {}))
            assert (answer.status, json.loads(answer.body)["error"]) == (405, "METHOD_NOT_ALLOWED")
            assert answer.headers["allow"]
    assert handled == []


def test_a_stack_trace_or_the_sql_is_never_shown() -> None:
    def lookup(_reference: str) -> Any:
        raise sqlite3.OperationalError('near "select": syntax error at /srv/shop.py')

    status, body = TestPartner(lookup=lookup).look_up()
    assert status == 503
    assert "select" not in json.dumps(body) and "/srv" not in json.dumps(body)


def test_what_a_shop_pays_is_its_own() -> None:
    """The kit cannot know the price: a wrong amount is the handler's to refuse, by raising."""

    def handler(event: Any, _context: Any) -> None:
        if event.centimes != 12_000_00:
            raise ValueError(f"{event.reference} costs 12000.00, and {event.amount} was paid.")

    shop = TestPartner(on_success=handler)
    assert shop.deliver(success(amount=599.8))[0] == 500
    assert shop.deliver(success(amount=12_000))[0] == 200
