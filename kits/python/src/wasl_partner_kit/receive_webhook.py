"""``POST {API_URL}/webhooks/platform`` (sections 4.2, 5, 6)."""

from __future__ import annotations

import re
from typing import Optional

from wasl_partner_kit.answers import (
    ACKNOWLEDGEMENT,
    Answer,
    error_answer,
    unauthorized_answer,
)
from wasl_partner_kit.credentials import authorization_problem
from wasl_partner_kit.errors import WebhookRefused
from wasl_partner_kit.events import UnknownEvent
from wasl_partner_kit.handle_event import handle_event
from wasl_partner_kit.incoming import BodyUnread, Incoming
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.settings import Settings
from wasl_partner_kit.verify_webhook import refused, verify_signed
from wasl_partner_kit.wire.text import shown

# The header is unsigned: accept only a short token that is safe to log.
_EVENT_ID = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)

_EVENT_NAME_SHOWN_MAX = 80


def receive_webhook(settings: Settings, incoming: Incoming) -> Answer:
    """Checks the API secret before it reads the body, and the signature before it parses the
    body."""
    header = incoming.header("authorization")
    reason = authorization_problem(header, settings.secrets.api_blocks)
    if reason is not None:
        return _refuse(settings, refused(reason, settings.tolerance_seconds))
    try:
        body = incoming.read_body(settings.body_bytes_max)
    except BodyUnread as unread:
        return _answer_unread(settings, unread.problem, incoming.advice)
    try:
        event = verify_signed(
            body,
            incoming.header("x-timestamp"),
            incoming.header("x-signature"),
            settings.secrets,
            settings.tolerance_seconds,
            settings.now(),
        )
    except WebhookRefused as refusal:
        return _refuse(settings, refusal)
    if isinstance(event, UnknownEvent):
        return _acknowledge_unknown(settings, event.kind)
    return handle_event(settings, event, _event_id(incoming))


def _refuse(settings: Settings, refusal: WebhookRefused) -> Answer:
    settings.log(LogEntry("warn", "webhook_refused", refusal.message))
    if refusal.status == 401:
        return unauthorized_answer(refusal.message)
    code = "BAD_REQUEST" if refusal.status == 400 else "INTERNAL_ERROR"
    return error_answer(code, refusal.message)


def _answer_unread(settings: Settings, problem: str, advice: str) -> Answer:
    if problem == "too_large":
        message = f"The body is larger than {settings.body_bytes_max} bytes."
        settings.log(LogEntry("warn", "webhook_refused", message))
        return error_answer("PAYLOAD_TOO_LARGE", message)
    if problem == "incomplete":
        message = "The connection ended before the body was complete."
        settings.log(LogEntry("warn", "webhook_body_incomplete", message))
        return error_answer("BAD_REQUEST", message)
    message = (
        "The request body was read before it reached the partner kit, so the signature cannot be "
        f"verified. The event was not acknowledged. {advice}"
    )
    settings.log(LogEntry("error", "webhook_body_already_read", message))
    return error_answer("INTERNAL_ERROR", message)


def _acknowledge_unknown(settings: Settings, kind: str) -> Answer:
    event = kind[:_EVENT_NAME_SHOWN_MAX]
    message = f"Acknowledged an event of the unknown kind {shown(event)}."
    settings.log(LogEntry("warn", "webhook_unknown_event", message, event=event))
    return ACKNOWLEDGEMENT


def _event_id(incoming: Incoming) -> Optional[str]:
    header = incoming.header("x-event-id")
    return header if header is not None and _EVENT_ID.fullmatch(header) else None
