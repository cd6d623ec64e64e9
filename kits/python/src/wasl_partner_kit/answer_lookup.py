"""``GET {API_URL}/{reference}`` (section 4.1)."""

from __future__ import annotations

from typing import Any, Optional

from wasl_partner_kit.answers import Answer, error_answer, json_answer, unauthorized_answer
from wasl_partner_kit.credentials import authorization_problem
from wasl_partner_kit.incoming import Incoming
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.lookups import InvalidAnswer, NotPayable, adds_up, details_of
from wasl_partner_kit.refusals import refusal_message
from wasl_partner_kit.settings import Settings
from wasl_partner_kit.signature import timestamp_problem
from wasl_partner_kit.wire.text import decode_reference
from wasl_partner_kit.within import Late, within

ANSWER_BYTES_MAX = 256 * 1024
"""The platform's limit for an answer (D11)."""

_ERROR_OF = {
    "not_found": "NOT_FOUND",
    "already_paid": "ALREADY_PAID",
    "unavailable": "SERVICE_UNAVAILABLE",
}

_DOES_NOT_ADD_UP = (
    "The values of amount_detail do not add up to total_amount. The payment continues with "
    "total_amount, and the platform records a warning."
)


def answer_lookup(settings: Settings, incoming: Incoming, segment: str) -> Answer:
    """Checks both headers before it calls ``lookup``."""
    reason = _refusal_of(settings, incoming)
    if reason is not None:
        message = refusal_message(reason, settings.tolerance_seconds)
        settings.log(LogEntry("warn", "lookup_refused", message))
        return unauthorized_answer(message)
    reference = decode_reference(segment)
    if reference is None:
        # No partner can have such a reference (D1).
        message = "The path is not a valid reference; lookup was not called."
        settings.log(LogEntry("warn", "lookup_refused", message))
        return error_answer("NOT_FOUND")
    try:
        details = within(
            lambda: details_of(settings.lookup(reference), reference),
            settings.lookup_timeout_seconds,
        )
    except Late:
        limit = round((settings.lookup_timeout_seconds or 0) * 1000)
        message = f"lookup took more than {limit} ms, and the platform waits only 5 s."
        return _unavailable(settings, "lookup_too_slow", reference, message)
    except InvalidAnswer as problem:
        return _invalid(settings, reference, str(problem))
    except Exception as error:
        message = "lookup raised; the platform received 503 SERVICE_UNAVAILABLE."
        return _unavailable(settings, "lookup_failed", reference, message, error)
    return _answer_of(settings, reference, details)


def _refusal_of(settings: Settings, incoming: Incoming) -> Optional[str]:
    header = incoming.header("authorization")
    reason = authorization_problem(header, settings.secrets.api_blocks)
    if reason is not None:
        return reason
    timestamp = incoming.header("x-timestamp")
    return timestamp_problem(timestamp, settings.now(), settings.tolerance_seconds)


def _answer_of(settings: Settings, reference: str, details: Any) -> Answer:
    if isinstance(details, NotPayable):
        message = f"Answered the lookup: {details.status}."
        settings.log(LogEntry("info", "lookup_answered", message, reference=reference))
        return error_answer(_ERROR_OF[details.status])
    answer = json_answer(200, details)
    if len(answer.body) > ANSWER_BYTES_MAX:
        problem = f"expected at most {ANSWER_BYTES_MAX} bytes in total, received {len(answer.body)}"
        return _invalid(settings, reference, problem)
    if not adds_up(details):
        code = "lookup_breakdown_does_not_add_up"
        settings.log(LogEntry("warn", code, _DOES_NOT_ADD_UP, reference=reference))
    message = "Answered the lookup: payable."
    settings.log(LogEntry("info", "lookup_answered", message, reference=reference))
    return answer


def _invalid(settings: Settings, reference: str, problem: str) -> Answer:
    message = (
        f"lookup returned an invalid answer: {problem}. "
        "The platform received 503 SERVICE_UNAVAILABLE."
    )
    return _unavailable(settings, "lookup_answer_invalid", reference, message)


def _unavailable(
    settings: Settings,
    code: str,
    reference: str,
    message: str,
    error: Optional[BaseException] = None,
) -> Answer:
    settings.log(LogEntry("error", code, message, reference=reference, error=error))
    return error_answer("SERVICE_UNAVAILABLE")
