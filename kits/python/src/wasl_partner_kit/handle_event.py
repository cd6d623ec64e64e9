"""Handles a verified event once, and acknowledges it only after the handler succeeded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from wasl_partner_kit.answers import ACKNOWLEDGEMENT, Answer, error_answer
from wasl_partner_kit.events import PaymentEvent, event_key
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.settings import Settings
from wasl_partner_kit.within import Late, within


@dataclass(frozen=True)
class WebhookContext:
    """What a handler receives beside the event."""

    transaction: Any
    """The store's transaction. It commits or rolls back your writes with the event's record."""
    event_id: Optional[str]
    """The platform's ``X-Event-Id``. It is not signed: use it only for logs and support."""


def handle_event(settings: Settings, event: PaymentEvent, event_id: Optional[str]) -> Answer:
    def log(level: str, code: str, message: str, error: Optional[BaseException] = None) -> None:
        about = (event.reference, event.kind, event.payment_id, event_id, error)
        settings.log(LogEntry(level, code, message, *about))

    handler = settings.handlers.get(event.kind)
    if handler is None:
        log("info", "webhook_without_handler", f"Acknowledged {event.kind} without a handler.")
        return ACKNOWLEDGEMENT
    run = _Run(handler, event, event_id)
    try:
        outcome = within(
            lambda: settings.store.once(event_key(event), run), settings.webhook_timeout_seconds
        )
    except Late:
        # The handler continues. If it succeeds, the next attempt is acknowledged as a duplicate.
        limit = round((settings.webhook_timeout_seconds or 0) * 1000)
        log(
            "error",
            "webhook_too_slow",
            f"The handler of {event.kind} took more than {limit} ms, and the platform waits only "
            "10 s. It will send the event again.",
        )
        return error_answer("SERVICE_UNAVAILABLE")
    except Exception as error:
        return _failed(run, log, run.error or error)
    if outcome == "duplicate" and run.state == "waiting":
        message = f"Acknowledged a repeated {event.kind} without handling it again."
        log("info", "webhook_duplicate", message)
        return ACKNOWLEDGEMENT
    if outcome == "ran" and run.state == "succeeded":
        log("info", "webhook_handled", f"Handled {event.kind}.")
        return ACKNOWLEDGEMENT
    return _failed(run, log, run.error)


class _Run:
    """One call of the handler. Its state decides what the store's outcome is worth."""

    def __init__(
        self, handler: Callable[[Any, Any], object], event: PaymentEvent, event_id: Optional[str]
    ) -> None:
        self.handler = handler
        self.event = event
        self.event_id = event_id
        self.state = "waiting"
        self.error: Optional[BaseException] = None

    def __call__(self, transaction: Any) -> None:
        self.state = "running"
        try:
            self.handler(self.event, WebhookContext(transaction, self.event_id))
            self.state = "succeeded"
        except BaseException as error:
            self.state, self.error = "failed", error
            raise


def _failed(run: _Run, log: Callable[..., None], error: Optional[BaseException]) -> Answer:
    """Also for a store that swallowed the handler's error or returned a wrong outcome: an event is
    acknowledged only if its handler certainly succeeded."""
    has_failed = run.state == "failed"
    code = "webhook_handler_failed" if has_failed else "webhook_dedupe_failed"
    problem = (
        f"The handler of {run.event.kind} raised"
        if has_failed
        else "store.once failed or returned a wrong outcome"
    )
    message = f"{problem}. The event was not acknowledged; the platform will send it again."
    log("error", code, message, error)
    return error_answer("INTERNAL_ERROR")
