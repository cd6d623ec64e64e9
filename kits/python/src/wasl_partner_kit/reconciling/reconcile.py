"""Finds what webhooks missed."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from wasl_partner_kit.client.results import CallFailed
from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.log import safe_log
from wasl_partner_kit.reconciling.difference import (
    Finding,
    ReferenceToCheck,
    differences_of,
    item_problem,
)
from wasl_partner_kit.reconciling.progress import DEFERRED_MAX, MemoryProgress, ProgressStore
from wasl_partner_kit.reconciling.run import QUOTA_PER_MINUTE, Progress, ReconcileStopped, Run
from wasl_partner_kit.settings import plain_function, whole_number
from wasl_partner_kit.wire.times import is_business_date

MAKER = "reconcile"

References = Iterable[ReferenceToCheck]

# After so many references that the list answered, the progress is saved.
_UNSAVED_MAX = 500


def reconcile(
    client: Any,
    references: "Union[References, Callable[[Optional[str]], References]]",
    *,
    store: Optional[ProgressStore] = None,
    per_minute: int = 50,
    since: Optional[str] = None,
    on_progress: "Callable[[Progress], object]" = lambda _progress: None,
    stop: Optional[threading.Event] = None,
    now: "Callable[[], float]" = time.monotonic,
) -> "Iterator[Finding]":
    """Compares your records with the platform's, one reference at a time, within the quota of
    section 8, and yields the differences. Webhooks are the primary signal; this is the safety net.

        for finding in reconcile(client, open_invoices, store=FileProgress("reconcile.json")):
            if finding.difference == "paid_there_not_here":
                mark_paid(finding.reference)

    ``references`` is an iterable of ReferenceToCheck, or a function of the last reference that an
    earlier run read (or None) that returns those after it: ``where reference > %s order by
    reference``.

    A finding counts as handled when you take the next one. If your process is killed before that,
    the next run with the same store yields it again.

    Raises WrongOption at once; while you read, ReconcileStopped when the run cannot continue, or
    when the event ``stop`` is set. The next run continues from there.
    """
    plain_function("client.status", getattr(client, "status", None), MAKER)
    plain_function("on_progress", on_progress, MAKER)
    whole_number("per_minute", per_minute, 1, QUOTA_PER_MINUTE, MAKER)
    if since is not None and not is_business_date(since):
        expected = "a business date such as 2026-11-22"
        raise WrongOption(MAKER, f"since: expected {expected}, received {since!r}")
    is_iterable = hasattr(references, "__iter__") and not isinstance(references, (str, bytes))
    if not callable(references) and not is_iterable:
        expected = "an iterable or a function that returns one"
        raise WrongOption(MAKER, f"references: expected {expected}")
    options = (per_minute, since, safe_log(on_progress), stop or threading.Event(), now)
    return _findings(client, references, store or MemoryProgress(), options)


def _findings(
    client: Any, references: Any, store: ProgressStore, options: Any
) -> "Iterator[Finding]":
    run = Run(client, store, *options)
    source = _open(run, references)
    run.report()
    try:
        while True:
            found = _take_next(run, source)
            if found is None:
                break
            yield from _check(run, *found)
    finally:
        if run.unsaved > 0:
            run.save()
        close = getattr(source, "close", None)
        if close is not None:
            close()
    store.clear()


def _open(run: Run, references: Any) -> "Iterator[ReferenceToCheck]":
    """The references after the one where an earlier run stopped."""
    after = run.bookmark.last
    if callable(references):
        return _checked(iter(references(after)))
    iterator = iter(references)
    if after is None:
        return _checked(iterator)
    for item in _checked(iterator):
        if item.reference == after:
            return _checked(iterator)
    # Start over: checking a reference twice is harmless, skipping one is not.
    run.store.clear()
    if iterator is references:
        message = (
            f"reconcile: the list no longer has {after!r}, where the earlier run stopped, and it "
            "cannot be "
            "read twice. The next run starts over. To continue after a missing reference, give "
            "references "
            "as a function."
        )
        raise ReconcileStopped("lost_place", message)
    run.bookmark.last, run.bookmark.checked, run.bookmark.findings = None, 0, 0
    run.resumed = False
    return _checked(iter(references))


def _checked(iterator: "Iterator[Any]") -> "Iterator[ReferenceToCheck]":
    for count, item in enumerate(iterator, 1):
        problem = item_problem(item)
        if problem is not None:
            raise WrongOption(MAKER, f"references: item {count}: {problem}")
        yield item


def _take_next(
    run: Run, source: "Iterator[ReferenceToCheck]"
) -> "Optional[tuple[ReferenceToCheck, int, bool]]":
    """A due deferred reference, or else a new one. Takes no new one while the deferred list is
    full."""
    while True:
        run.pause(0)
        first = run.first_deferred()
        if first is not None and first[2] <= run.now():
            return (first[0], first[1], False)
        if len(run.bookmark.deferred) < DEFERRED_MAX:
            here = next(source, None)
            if here is not None:
                return (here, 0, True)
        if first is None:
            return None
        run.pause(first[2] - run.now())


def _check(run: Run, here: ReferenceToCheck, tries: int, is_new: bool) -> "Iterator[Finding]":
    """Yields the findings of a reference, and saves the run after the caller handled them."""
    failure: Optional[CallFailed] = None
    will_retry = False
    found: "list[Finding]" = []
    try:
        answered = run.ask(here)
        if answered is not None:
            found = _findings_of(here, answered.data)
    except CallFailed as error:
        failure = error
        run.stop_if_refused(failure)
        will_retry = run.note_failure(here, tries + 1, failure)
        found = [Finding("unanswered", here.reference, here, None, failure, will_retry)]
    yield from found
    if failure is None:
        run.drop(here)
        if answered is not None:
            run.failures_in_a_row = 0
    run.bookmark.findings += len(found)
    run.bookmark.checked += 0 if will_retry else 1
    if is_new:
        run.bookmark.last = here.reference
    run.unsaved += 1
    # What agrees with the list is saved now and then: to check it twice after a kill is harmless.
    if failure is not None or answered is not None or run.unsaved >= _UNSAVED_MAX:
        run.save()
    run.report()
    if failure is not None:
        run.stop_if_unreachable(failure)


def _findings_of(here: ReferenceToCheck, there: Any) -> "list[Finding]":
    has_failed = there.payment is not None and there.payment.webhook_delivery == "failed"
    names = differences_of(here, there.stage, there.amount, has_failed)
    return [Finding(name, here.reference, here, there) for name in names]


def run_reconcile(
    client: Any, references: Any, on_finding: "Callable[[Finding], object]", **options: Any
) -> Progress:
    """``reconcile`` with a function: calls it with one finding at a time and returns the final
    progress."""
    plain_function("on_finding", on_finding, "run_reconcile")
    last = [Progress(0, 0, 0, None, False, 0.0)]
    report = options.pop("on_progress", lambda _progress: None)

    def on_progress(progress: Progress) -> None:
        last[0] = progress
        report(progress)

    for finding in reconcile(client, references, on_progress=on_progress, **options):
        on_finding(finding)
    return last[0]
