"""Handling an event once, and the answers of the two endpoints."""

from __future__ import annotations

import threading
import time
from decimal import Decimal
from typing import Any

import pytest
from support import API_SECRET, HMAC_SECRET, NOW_SECONDS, TestPartner, refunded, success

from wasl_partner_kit import (
    ALREADY_PAID,
    NOT_FOUND,
    UNAVAILABLE,
    AmountLabel,
    DetailLabel,
    MemoryStore,
    Payable,
    WrongOption,
)


def test_a_repeated_event_is_acknowledged_without_being_handled_again() -> None:
    handled: "list[Any]" = []
    shop = TestPartner(on_success=lambda event, context: handled.append((event, context)))
    for event_id in ("one", "two"):
        assert shop.deliver(success(), x_event_id=event_id) == (200, {"success": True})
    assert len(handled) == 1
    event, context = handled[0]
    assert (event.centimes, event.amount) == (59_980, Decimal("599.80"))
    assert context.event_id == "one"
    assert shop.codes() == ["webhook_handled", "webhook_duplicate"]


def test_each_refund_of_a_payment_is_handled_once() -> None:
    handled: "list[str]" = []
    shop = TestPartner(on_refunded=lambda event, _context: handled.append(event.refund_id))
    for event in (success(), refunded("r1"), refunded("r2")):
        assert shop.deliver(event)[0] == shop.deliver(event)[0] == 200
    assert handled == ["r1", "r2"]


def test_copies_at_the_same_time_wait_for_the_first() -> None:
    handled: "list[int]" = []
    held = threading.Event()

    def slow(_event: Any, _context: Any) -> None:
        handled.append(1)
        held.wait(5)

    shop = TestPartner(on_success=slow)
    answers: "list[int]" = []
    copies = [
        threading.Thread(target=lambda: answers.append(shop.deliver(success())[0]))
        for _ in range(8)
    ]
    for copy in copies:
        copy.start()
    time.sleep(0.1)
    assert answers == []
    held.set()
    for copy in copies:
        copy.join()
    assert (answers, handled) == ([200] * 8, [1])


def test_a_handler_that_raises_is_500_and_runs_again() -> None:
    outcomes = [RuntimeError("the database at 10.0.0.7 is down"), None]

    def handler(_event: Any, _context: Any) -> None:
        outcome = outcomes.pop(0)
        if outcome is not None:
            raise outcome

    shop = TestPartner(on_success=handler)
    status, body = shop.deliver(success())
    assert (status, body["error"]) == (500, "INTERNAL_ERROR")
    assert "10.0.0.7" not in str(body)
    assert isinstance(shop.log[0].error, RuntimeError)
    assert shop.deliver(success())[0] == 200


def test_a_handler_that_takes_too_long_is_503_goes_on_and_the_next_is_a_duplicate() -> None:
    held = threading.Event()
    handled: "list[int]" = []

    def slow(_event: Any, _context: Any) -> None:
        held.wait(5)
        handled.append(1)

    shop = TestPartner(on_success=slow, webhook_timeout_seconds=0.05)
    assert shop.deliver(success())[0] == 503
    held.set()
    while not handled:
        time.sleep(0.01)
    assert shop.deliver(success())[0] == 200
    assert handled == [1]


@pytest.mark.parametrize("outcome", ["ran", True, None, "duplicate"])
def test_a_store_with_a_wrong_outcome_acknowledges_nothing(outcome: Any) -> None:
    class Store:
        def once(self, _key: str, run: Any) -> Any:
            if outcome == "duplicate":
                run(None)
            return outcome

    shop = TestPartner(store=Store())
    assert shop.deliver(success())[0] == 500
    assert shop.codes() == ["webhook_dedupe_failed"]


def test_a_store_that_swallows_the_handlers_error_acknowledges_nothing() -> None:
    class Store:
        def once(self, _key: str, run: Any) -> str:
            try:
                run(None)
            except RuntimeError:
                pass
            return "ran"

    def fail(_event: Any, _context: Any) -> None:
        raise RuntimeError("not saved")

    shop = TestPartner(store=Store(), on_success=fail)
    assert shop.deliver(success())[0] == 500
    assert shop.codes() == ["webhook_handler_failed"]


@pytest.mark.parametrize(
    ("answer", "status", "error"),
    [
        (NOT_FOUND, 404, "NOT_FOUND"),
        (ALREADY_PAID, 409, "ALREADY_PAID"),
        (UNAVAILABLE, 503, "SERVICE_UNAVAILABLE"),
    ],
)
def test_what_cannot_be_paid_has_its_code(answer: Any, status: int, error: str) -> None:
    shop = TestPartner(lookup=lambda _reference: answer)
    found, body = shop.look_up()
    assert (found, body["error"]) == (status, error)


@pytest.mark.parametrize(
    "amount",
    [Payable("599.80"), Payable("599.8"), Payable(Decimal("599.80")), Payable(centimes=59_980)],
)
def test_exact_amounts_keep_their_digits(amount: Payable) -> None:
    shop = TestPartner(lookup=lambda _reference: amount)
    assert shop.look_up("/INV%2F1") == (
        200,
        {
            "reference": "INV/1",
            "total_amount": 599.8,
            "currency": "DZD",
            "amount_detail": [],
            "details": [],
        },
    )


LABEL = AmountLabel("1.00", label_fr="Frais")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Payable(599.8), "total_amount: expected exact dinars such as"),
        (Payable(599.8), "a float cannot hold most amounts exactly"),
        (Payable(5990), "the integer 5990, which could mean dinars or centimes"),
        (Payable("599,80"), 'received "599,80"'),
        (Payable("599.801"), "with at most two decimals, received 599.801"),
        (Payable("0"), "total_amount: expected a number of dinars greater than 0"),
        (Payable(Decimal("NaN")), "total_amount: "),
        (Payable("1.00", centimes=100), "expected dinars or centimes, received both"),
        (Payable(), "total_amount: "),
        (Payable(centimes=True), "centimes: expected an integer"),
        (Payable("1.00", currency="EUR"), 'currency: expected "DZD", received "EUR"'),
        (Payable("1.00", amount_detail=[LABEL] * 201), "at most 200, received 201"),
        (Payable("1.00", amount_detail=[AmountLabel(1.5)]), "amount_detail.0.value: "),
        (Payable("1.00", details=[LABEL]), "details.0: expected a DetailLabel"),
        (Payable("1.00", details=[DetailLabel(5)]), "details.0.value: expected a string"),
        (Payable("1.00", details=[DetailLabel("a\0b")]), "without the null character"),
        (Payable("1.00", details=None), "details: expected a list"),
        (Payable("1.00", reference="INV-2"), "reference: expected the requested reference"),
        (Payable("1.00", details=[DetailLabel("é" * 150_000)]), "at most 262144 bytes"),
        ({"total_amount": "5.00"}, 'expected Payable("599.80")'),
        (None, "is a return missing?"),
    ],
)
def test_a_wrong_answer_never_leaves_the_shop(answer: Any, problem: str) -> None:
    shop = TestPartner(lookup=lambda _reference: answer)
    status, body = shop.look_up()
    assert (status, body["error"]) == (503, "SERVICE_UNAVAILABLE")
    assert shop.log[0].code == "lookup_answer_invalid"
    assert problem in shop.log[0].message


def test_a_breakdown_that_does_not_add_up_goes_on_with_a_warning() -> None:
    shop = TestPartner(lookup=lambda _reference: Payable("2.00", amount_detail=[LABEL]))
    assert shop.look_up()[0] == 200
    assert shop.codes() == ["lookup_breakdown_does_not_add_up", "lookup_answered"]


def test_a_lookup_that_raises_or_takes_too_long_is_503() -> None:
    shop = TestPartner(lookup=lambda _reference: 1 / 0)
    assert shop.look_up()[0] == 503
    assert shop.codes() == ["lookup_failed"]
    slow = TestPartner(lookup=lambda _reference: time.sleep(5), lookup_timeout_seconds=0.05)
    assert slow.look_up()[0] == 503
    assert slow.codes() == ["lookup_too_slow"]


async def _async(*_values: Any) -> None: ...


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"api_secret": None}, "api_secret: expected the secret that the platform's operator"),
        ({"api_secret": "short"}, "expected a secret of 16 to 512 bytes, received 5"),
        ({"api_secret": HMAC_SECRET}, "must differ, but they share a value"),
        ({"hmac_secret": [HMAC_SECRET] * 6}, "a list of 1 to 5, received 6"),
        ({"hmac_secret": f"{HMAC_SECRET}\n"}, "without line ends"),
        ({"api_secret": "wasl sec with a space"}, "visible ASCII characters"),
        ({"lookup": None}, "lookup: expected a function, received None"),
        ({"lookup": _async}, "expected a plain function, received an async one"),
        ({"on_success": _async}, "on_success: expected a plain function"),
        ({"store": None}, "store: expected a store of handled events"),
        ({"base_path": "payments"}, "base_path: expected a path such as /payments"),
        ({"tolerance_seconds": 0}, "tolerance_seconds: expected an integer from 1 to 3600"),
        ({"lookup_timeout_seconds": 0}, "lookup_timeout_seconds: expected more than 0"),
    ],
)
def test_a_wrong_option_is_named_when_the_partner_is_made(options: Any, problem: str) -> None:
    with pytest.raises(WrongOption) as wrong:
        TestPartner(**options)
    assert problem in wrong.value.message
    assert wrong.value.code == "wrong_option"
    assert API_SECRET not in wrong.value.message and HMAC_SECRET not in wrong.value.message


def test_both_secrets_are_accepted_during_a_rotation() -> None:
    new = "wasl_sec_new_00000000000000000000000000003"
    shop = TestPartner(api_secret=[new, API_SECRET], hmac_secret=[new + "hmac", HMAC_SECRET])
    assert shop.deliver(success())[0] == 200
    assert shop.look_up(authorization=f"Bearer {new}")[0] == 200
    assert shop.look_up(authorization=f"Bearer {new},{API_SECRET}")[0] == 401


def test_paths_and_methods_have_answers_in_json() -> None:
    shop = TestPartner(base_path="/payments")
    assert shop.look_up("/payments/INV-1")[0] == 200
    assert shop.look_up("/elsewhere")[1]["error"] == "ROUTE_NOT_FOUND"
    assert shop.look_up("/payments/%FF")[1]["error"] == "NOT_FOUND"
    assert shop.partner.owns("/payments/x") and not shop.partner.owns("/paymentsx")


def test_secrets_are_in_no_representation() -> None:
    shown = repr(TestPartner().partner)
    assert API_SECRET not in shown and HMAC_SECRET not in shown


def test_the_oldest_records_in_memory_are_dropped_first() -> None:
    store, runs = MemoryStore(capacity=2), []
    for key in ("a", "b", "c", "c", "a"):
        store.once(key, lambda _none: runs.append(1))
    assert len(runs) == 4
    assert NOW_SECONDS > 0
