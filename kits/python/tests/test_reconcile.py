"""The reconciler against a platform in memory, with a clock that tests move."""

from __future__ import annotations

import threading
from decimal import Decimal
from typing import Any

import pytest

from wasl_partner_kit import (
    Answered,
    BookLine,
    CallFailed,
    FileProgress,
    MemoryProgress,
    PaymentStatus,
    RateLimit,
    ReconcileStopped,
    ReferenceToCheck,
    WaslError,
    WrongOption,
    compare_books,
    reconcile,
    run_reconcile,
)
from wasl_partner_kit.reconciling.difference import differences_of
from wasl_partner_kit.reconciling.pacer import Pacer


class Clock:
    """Time passes only in waits."""

    def __init__(self) -> None:
        self.seconds = 1_000.0
        self.waits: "list[float]" = []

    def now(self) -> float:
        return self.seconds

    def event(self) -> threading.Event:
        clock = self

        class Event(threading.Event):
            def wait(self, timeout: Any = None) -> bool:
                clock.seconds += timeout
                clock.waits.append(timeout)
                return self.is_set()

        return Event()


class Platform:
    """Without the list of payments."""

    def __init__(self, stages: "dict[str, Any]", clock: Clock) -> None:
        self.stages, self.clock = stages, clock
        self.asked: "list[tuple[str, float]]" = []

    def status(self, reference: str, retries: int = 2) -> "Answered[PaymentStatus]":
        assert retries == 0
        self.asked.append((reference, self.clock.now()))
        stage = self.stages.get(reference, "not_found")
        if isinstance(stage, list):
            stage = stage.pop(0) if len(stage) > 1 else stage[0]
        if isinstance(stage, CallFailed):
            raise stage
        amount = None if stage == "not_found" else Decimal("599.80")
        flags, none = (stage == "locked", stage == "paid"), (None,) * 3
        status = PaymentStatus(stage, *flags, *none, "DZD", amount, None)
        return Answered(status, None, RateLimit(50, 60), 1)


def here(reference: str, state: str = "open", amount: Any = None) -> ReferenceToCheck:
    return ReferenceToCheck(reference, state, amount)


def differences(platform: Any, references: Any, **options: Any) -> "list[tuple[str, str]]":
    clock = platform.clock
    options = {"stop": clock.event(), "now": clock.now, **options}
    return [(f.reference, f.difference) for f in reconcile(platform, references, **options)]


# Down: the platform's stage. Across: what the partner thinks.
TABLE = {
    "not_found": [None, "not_found", "paid_here_not_there", "not_found"],
    "locked": ["still_locked", "still_locked", "paid_here_not_there", "refunded_here_not_there"],
    "released": [
        None,
        "released_there_locked_here",
        "paid_here_not_there",
        "refunded_here_not_there",
    ],
    "paid": ["paid_there_not_here", "paid_there_not_here", None, "refunded_here_not_there"],
    "refunded": ["refunded_there_not_here"] * 3 + [None],
}


@pytest.mark.parametrize("stage", TABLE)
def test_what_differs(stage: str) -> None:
    states = ("open", "locked", "paid", "refunded")
    found = [differences_of(here("x", state), stage, None, False) for state in states]
    assert [names[0] if names else None for names in found] == TABLE[stage]


def test_amounts_are_compared_to_the_centime() -> None:
    amount = Decimal("599.80")
    assert differences_of(here("x", "paid", "599.8"), "paid", amount, False) == []
    wrong = here("x", "paid", "599.79")
    assert differences_of(wrong, "paid", amount, True) == ["amount_differs", "webhook_failed"]
    assert differences_of(here("x", "open", "1"), "released", amount, False) == []


def test_a_run_yields_the_differences_and_then_forgets_its_progress() -> None:
    platform = Platform({"a": "paid", "b": "paid", "c": "locked"}, Clock())
    store = MemoryProgress()
    references = [here("a"), here("b", "paid"), here("c", "locked"), here("d")]
    found = differences(platform, references, store=store)
    assert found == [("a", "paid_there_not_here"), ("c", "still_locked")]
    assert store.load() is None


def test_a_stopped_run_goes_on_where_it_stopped_and_repeats_what_was_not_taken(
    tmp_path: Any,
) -> None:
    clock = Clock()
    platform = Platform(dict.fromkeys("abcd", "paid"), clock)
    store = FileProgress(tmp_path / "reconcile.json")
    references = [here(name) for name in "abcd"]
    run = reconcile(platform, references, store=store, stop=clock.event(), now=clock.now)
    assert next(run).reference == "a"
    assert next(run).reference == "b"
    run.close()
    assert [name for name, _ in differences(platform, references, store=store)] == ["b", "c", "d"]
    assert list(tmp_path.iterdir()) == []


def test_references_as_a_function_get_the_last_one_read() -> None:
    clock = Clock()
    platform = Platform({}, clock)
    store, asked = MemoryProgress(), []

    def after(last: Any) -> Any:
        asked.append(last)
        return [here(name) for name in "abc" if last is None or name > last]

    stop = clock.event()
    run = reconcile(platform, after, store=store, stop=stop, now=clock.now,
                    on_progress=lambda progress: progress.checked == 2 and stop.set())  # fmt: skip
    with pytest.raises(ReconcileStopped) as stopped:
        list(run)
    assert stopped.value.code == "stopped"
    assert differences(platform, after, store=store) == []
    assert asked == [None, "b"]


def test_at_most_50_calls_start_in_any_60_seconds() -> None:
    clock = Clock()
    platform = Platform({}, clock)
    differences(platform, [here(str(number)) for number in range(120)])
    times = [moment for _reference, moment in platform.asked]
    assert len(times) == 120
    for moment in times:
        assert sum(1 for other in times if moment - 60 < other <= moment) <= 50


def test_a_429_pauses_the_run_and_the_call_is_repeated() -> None:
    clock = Clock()
    limited = CallFailed("PARTNER_API429_RATE_LIMITED", "later", status=429,
                         retry_after_seconds=20.0, attempts=1)  # fmt: skip
    platform = Platform({"a": [limited, "paid"]}, clock)
    assert differences(platform, [here("a")]) == [("a", "paid_there_not_here")]
    (_, first), (_, second) = platform.asked
    assert second - first >= 20


def test_a_call_without_an_answer_is_asked_again_later() -> None:
    lost = CallFailed("network", "The connection failed.", attempts=1)
    platform = Platform({"a": [lost, "paid"], "b": "paid"}, Clock())
    found = differences(platform, [here("a"), here("b")])
    assert found == [
        ("a", "unanswered"),
        ("b", "paid_there_not_here"),
        ("a", "paid_there_not_here"),
    ]


def test_a_wrong_key_stops_the_run_and_nothing_is_skipped() -> None:
    refused = CallFailed("PARTNER_API401_UNAUTHORIZED", "no", status=401, attempts=1)
    clock = Clock()
    platform = Platform({"b": refused}, clock)
    store = MemoryProgress()
    with pytest.raises(ReconcileStopped) as stopped:
        differences(platform, [here("a"), here("b")], store=store)
    assert (stopped.value.code, stopped.value.failure) == ("refused", refused)
    platform.stages["b"] = "paid"
    found = differences(platform, [here("a"), here("b")], store=store)
    assert found == [("b", "paid_there_not_here")]


def test_a_platform_that_is_away_stops_the_run() -> None:
    lost = CallFailed("timeout", "no answer", attempts=1)
    platform = Platform(dict.fromkeys((str(n) for n in range(50)), lost), Clock())
    with pytest.raises(ReconcileStopped) as stopped:
        differences(platform, [here(str(number)) for number in range(50)])
    assert stopped.value.code == "unreachable"
    assert len(platform.asked) == 10


def test_an_edited_file_of_progress_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "reconcile.json"
    path.write_text('{"version": 1, "last": 5}')
    with pytest.raises(WaslError) as refused:
        differences(Platform({}, Clock()), [here("a")], store=FileProgress(path))
    assert refused.value.code == "unreadable_progress"


@pytest.mark.parametrize(
    ("references", "options", "problem"),
    [
        ("abc", {}, "references: expected an iterable"),
        ([here("a", "waiting")], {}, "item 1: state: expected one of open"),
        ([here("a", "paid", 599.8)], {}, "a float cannot hold most amounts exactly"),
        ([], {"per_minute": 61}, "per_minute: expected an integer from 1 to 60"),
        ([], {"since": "yesterday"}, "since: expected a business date"),
    ],
)
def test_a_wrong_option_or_item_is_named(references: Any, options: Any, problem: str) -> None:
    with pytest.raises(WrongOption) as wrong:
        differences(Platform({}, Clock()), references, **options)
    assert problem in wrong.value.message


def test_run_reconcile_returns_the_progress() -> None:
    clock = Clock()
    platform, found = Platform({"a": "paid"}, clock), []
    options = {"stop": clock.event(), "now": clock.now}
    progress = run_reconcile(platform, [here("a"), here("b")], found.append, **options)
    assert (progress.checked, progress.findings, len(found)) == (2, 1, 1)


def test_the_pacer_lets_the_first_ones_go_at_once() -> None:
    pacer, now = Pacer(50), 0.0
    for _ in range(550):
        now += pacer.wait(now)
        pacer.ended(now)
    assert now == pytest.approx(10 * 60.1)


def test_two_books_are_compared_to_the_centime() -> None:
    ours = [
        BookLine("a", "0.10"),
        BookLine("a", "0.20"),
        BookLine("b", "5.00"),
        BookLine("c", "5.00", state="open"),
        BookLine("d", "5.00", state="refunded"),
        BookLine("f", "9.00"),
        BookLine("f", "-9.00"),
    ]
    theirs = [
        BookLine("a", "0.30"),
        BookLine("b", "5.01"),
        BookLine("d", "5.00"),
        BookLine("e", "5.00"),
        BookLine("f", "9.00", "9.00", "refunded"),
    ]
    comparison = compare_books(ours, theirs)
    found = [(one.reference, one.difference) for one in comparison.differences]
    assert found == [("b", "another_amount"), ("d", "another_state"), ("e", "missing_here")]
    assert comparison.agreeing == 3
    with pytest.raises(WrongOption):
        compare_books([BookLine("a", 599.8)], [])
