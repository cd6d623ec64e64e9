"""Every published vector, counted: a file or a case that this runner does not know fails."""

from __future__ import annotations

import base64
import hmac
import json
from pathlib import Path
from typing import Any, Callable

import pytest

from wasl_partner_kit import (
    ReceiptRefused,
    StatementRefused,
    verify_receipt,
    verify_statement,
    verify_statement_chain,
)
from wasl_partner_kit import events
from wasl_partner_kit.signature import HmacKey, sign, signature_problem, timestamp_problem
from wasl_partner_kit.verify_webhook import header_reader
from wasl_partner_kit.wire import bodies
from wasl_partner_kit.wire.checks import Check, issues_of
from wasl_partner_kit.wire.json_text import read_json
from wasl_partner_kit.wire.money import centimes_of_amount
from wasl_partner_kit.wire.text import decode_reference, encode_reference, is_reference
from wasl_partner_kit.wire.times import time_text

FOLDER = Path(__file__).resolve().parents[3] / "protocol" / "vectors"


def cases_of(path: Path) -> "list[dict[str, Any]]":
    content = json.loads(path.read_text("utf-8"))
    if isinstance(content, list):
        return content
    keys = content["keys"]
    return [{**case, "keys": keys} for case in [*content["cases"], *content["chains"]]]


def signature(case: "dict[str, Any]") -> None:
    body = base64.b64decode(case["bodyBase64"])
    assert body.decode("utf-8") == case["body"]
    read = header_reader({"x-timestamp": case["timestamp"], "x-signature": case["signature"]})
    timestamp = read("x-timestamp")
    keys = [HmacKey(secret.encode("utf-8")) for secret in case["secrets"]]
    problem = timestamp_problem(timestamp, case["nowSeconds"]) or signature_problem(
        body, timestamp or "", read("x-signature"), keys
    )
    assert problem == case.get("refusal")
    if problem is None:
        only = [keys[case["secretIndex"]]]
        given = read("x-signature")
        assert signature_problem(body, str(timestamp), given, only) is None
        own = sign(body, str(timestamp), case["secrets"][case["secretIndex"]])
        assert len(str(given)) != 64 or own == str(given).lower()


def amount(case: "dict[str, Any]") -> None:
    assert centimes_of_amount(read_json(case["json"])) == case.get("centimes")
    assert ("refusal" in case) is ("centimes" not in case)


def reference(case: "dict[str, Any]") -> None:
    given, segment = case.get("reference"), case.get("segment")
    if case.get("valid"):
        assert is_reference(given)
        assert encode_reference(given) == case.get("canonicalSegment", segment)
        assert decode_reference(segment) == given
        return
    assert isinstance(case["refusal"], str)
    if given is not None:
        assert not is_reference(given)
        with pytest.raises(ValueError):
            encode_reference(given)
    if segment is not None:
        assert decode_reference(segment) is None


def body(check: Check) -> "Callable[[dict[str, Any]], None]":
    def run(case: "dict[str, Any]") -> None:
        issues = issues_of(check, case["body"])
        paths = sorted({issue.path for issue in issues})
        assert paths == sorted(case.get("refusal", []))
        assert (issues == []) is case.get("valid", False)
        assert all(issue.message.startswith("expected ") for issue in issues)

    return run


def receipt(case: "dict[str, Any]") -> None:
    if "refusal" in case:
        with pytest.raises(ReceiptRefused) as refused:
            verify_receipt(case["code"], case["issuers"])
        assert refused.value.code == case["refusal"]
        assert refused.value.message
        return
    found = verify_receipt(case["code"], case["issuers"])
    expected = case["receipt"]
    assert found.reference == expected["reference"]
    assert found.reference_sha256 == expected["referenceSha256"]
    assert (found.issuer, found.number) == (expected["issuer"], expected["number"])
    assert (found.payment_id, found.currency) == (expected["paymentId"], expected["currency"])
    assert found.partner_name == expected["partnerName"]
    assert found.centimes == found.amount * 100 == expected["centimes"]
    assert time_text(found.paid_at) == expected["paidAt"]


def statement(case: "dict[str, Any]") -> None:
    try:
        if "manifests" in case:
            found = verify_statement_chain(case["manifests"], case["keys"])
            assert len(found) == len(case["manifests"])
        else:
            file = base64.b64decode(case["fileBase64"]) if "fileBase64" in case else None
            links = {"file": file, "previous": case.get("previous")}
            verified = verify_statement(case["manifest"], case["keys"], **links)
            assert verified.format == case.get("format")
            assert verified.manifest.issuer == case["keys"]["issuer"]
    except StatementRefused as refused:
        assert refused.code == case["refusal"]
        assert refused.index == case.get("index", 0)
        assert refused.message
    else:
        assert case["valid"] is True


RUNNERS = {
    "amounts": amount,
    "payment-details": body(bodies.payment_details()),
    "payment-status": body(bodies.payment_status),
    "receipts": receipt,
    "references": reference,
    "signatures": signature,
    "statement-manifests": statement,
    "webhook-events": body(bodies.webhook_event),
}

FILES = {path.stem: path for path in FOLDER.glob("*.json")}
CASES = [
    pytest.param(name, case, id=f"{name}: {case['name']}")
    for name, path in sorted(FILES.items())
    for case in cases_of(path)
]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_vector(name: str, case: "dict[str, Any]") -> None:
    RUNNERS[name](case)


def test_every_file_of_vectors_has_a_runner() -> None:
    assert set(FILES) == set(RUNNERS)
    assert len(CASES) == sum(len(cases_of(path)) for path in FILES.values())
    assert len(CASES) > 300


def test_payment_events_are_read_as_what_they_say() -> None:
    from wasl_partner_kit.events import read_event

    for case in cases_of(FILES["webhook-events"]):
        if not case.get("valid"):
            continue
        data = case["body"]["data"]
        event = read_event(json.dumps(case["body"]).encode("utf-8"))
        assert event.kind == case["body"]["event"]
        assert event.data == data
        assert (event.reference, event.payment_id) == (data["reference"], data["paymentId"])
        assert event.amount * 100 == event.centimes == centimes_of_amount(data["amount"])


PLAIN = (
    '{"event":"payment.success","data":{"reference":"INV 1","paymentId":"019a","channel":"AGENCY",'
    '"amount":599.8,"currency":"DZD","paidAt":"2026-11-21T09:00:00.000Z"}}'
)

AMOUNTS = ["0", "0.00", "0.01", "01", "1.", ".5", "-1", "1.005", "9999999999.99", "10000000000"]

TIMES = [
    "2026-02-28T23:59:59.999",
    "2026-02-29T09:00:00.000",
    "2026-13-01T09:00:00.000",
    "2026-11-21T24:00:00.000",
    "0000-11-21T09:00:00.000",
]

REFERENCES = ["..", "...", " INV", "INV ", "I\\u0041V", 'I"V', "Ié", "x" * 128, "x" * 129]


def events_in_bytes() -> "list[str]":
    """Every vector as the platform writes it, an event with one character changed, and near
    misses."""
    vectors = [
        json.dumps(case["body"], separators=(",", ":"), ensure_ascii=False)
        for case in cases_of(FILES["webhook-events"])
    ]
    odd = '\x00 "\\.,:-+/0139AaéZe{}[]\u0660'
    changed = [
        PLAIN[:at] + other + PLAIN[at + skip :]
        for at in range(len(PLAIN) + 1)
        for other in ("", *odd)
        for skip in (0, 1)
    ]
    return [
        *vectors,
        *changed,
        *(PLAIN.replace("599.8", amount) for amount in AMOUNTS),
        *(PLAIN.replace("2026-11-21T09:00:00.000", time) for time in TIMES),
        *(PLAIN.replace("INV 1", reference) for reference in REFERENCES),
    ]


def test_the_fast_path_accepts_only_what_the_checks_accept_and_reads_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = events_in_bytes()
    found = [(text, events.plain_success(text)) for text in texts]
    plain = [(text, event) for text, event in found if event is not None]
    assert len(plain) > 200
    monkeypatch.setattr(events, "plain_success", lambda text: None)
    for text, event in plain:
        checked = events.read_event(text.encode("utf-8"))
        assert event == checked
        assert type(event.data["amount"]) is type(checked.data["amount"])


@pytest.mark.parametrize("length", [1, 16, 63, 64, 65, 512])
def test_a_prepared_key_signs_as_the_standard_library_does(length: int) -> None:
    key = bytes(index % 251 for index in range(length))
    for message in (b"", b"a", bytes(range(256)) * 5):
        assert HmacKey(key).digest(message) == hmac.digest(key, message, "sha256")
