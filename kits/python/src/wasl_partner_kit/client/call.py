"""Sends a request until it gets a usable answer or runs out of retries or time."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any, Callable, Generic, Optional, TypeVar

from wasl_partner_kit.client.attempt import Attempt, Request, send_once
from wasl_partner_kit.client.headers import rate_limit_of, retry_after_seconds, safe_text
from wasl_partner_kit.client.results import Answered, CallFailed
from wasl_partner_kit.client.settings import RETRIES_MAX, ClientSettings
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.settings import whole_number
from wasl_partner_kit.wire import bodies
from wasl_partner_kit.wire.checks import Check, Issue, issues_of, issues_text
from wasl_partner_kit.wire.json_text import NotJson, read_json

Data = TypeVar("Data")

WAIT_BASE_SECONDS = 0.25
WAIT_SECONDS_MAX = 5.0

# Temporary failures: a gateway without a server, a server without a database.
_TEMPORARY = (502, 503, 504)

DETAILS_MAX = 100
"""More than the platform ever sends."""


@dataclass(frozen=True)
class Call(Generic[Data]):
    name: str
    subject: str
    """For the log: the reference, the token, or the filters of a list."""
    request: Request
    check: Check
    read: "Callable[[Any], Data]"
    repeatable: bool = True
    """False for a single-use configuration: it may have been set and paid before its answer was
    lost; setting it again would allow a second payment."""


def call_platform(
    settings: ClientSettings, call: "Call[Data]", retries: Optional[int]
) -> "Answered[Data]":
    """One deadline covers all attempts and waits. It does not start a wait that exceeds the
    deadline.

    Raises CallFailed.
    """
    retries_max = settings.retries
    if retries is not None:
        retries_max = whole_number("retries", retries, 0, RETRIES_MAX, call.name)
    deadline = time.monotonic() + settings.timeout_seconds
    attempts = 0
    while True:
        attempts += 1
        left = max(0.001, deadline - time.monotonic())
        limit = min(settings.attempt_timeout_seconds, left)
        attempt = send_once(settings, call.request, limit)
        try:
            answered = _result_of(settings, call, attempt, attempts)
        except CallFailed as failure:
            wait = retry_wait(attempts, failure.retry_after_seconds, random.random())
            has_time = time.monotonic() + wait < deadline
            if attempts > retries_max or not has_time or not may_retry(attempt, call.repeatable):
                _log(settings, call, "warn", "call_failed", failure.message)
                raise
            message = f"{failure.message} Again in {wait:.1f} s."
            _log(settings, call, "warn", "call_retried", message)
            time.sleep(wait)
            continue
        _log(settings, call, "info", "call_answered", "Answered.")
        return answered


def may_retry(attempt: Attempt, repeatable: bool) -> bool:
    """Whether a retry is safe and can help."""
    if attempt.kind == "answered":
        return attempt.status == 429 or (repeatable and attempt.status in _TEMPORARY)
    if attempt.kind not in ("network", "timeout"):
        return False
    return repeatable or attempt.never_sent


def retry_wait(retry: int, retry_after: Optional[float], share: float) -> float:
    """Exponential backoff with full jitter, after ``Retry-After`` if there is one."""
    bound = min(WAIT_SECONDS_MAX, WAIT_BASE_SECONDS * 2 ** (retry - 1))
    return (retry_after or 0.0) + share * bound


def not_sent(issues: "list[Issue]") -> CallFailed:
    """Arguments that the platform would refuse are not sent, and cost nothing of the quota."""
    message = f"The request was not sent: {issues_text(issues)}."
    return CallFailed("VALIDATION400", message, details=issues)


def _result_of(
    settings: ClientSettings, call: "Call[Data]", attempt: Attempt, attempts: int
) -> "Answered[Data]":
    headers = dict(attempt.headers)
    request_id = safe_text(headers.get("x-request-id", ""), settings.api_key) or None
    common: "dict[str, Any]" = {
        "status": attempt.status,
        "request_id": request_id,
        "attempts": attempts,
    }
    if attempt.kind != "answered":
        raise _without_answer(settings, attempt, common)
    value, is_json = _json(attempt.body)
    if attempt.status != 200:
        raise _refusal(settings, attempt, value, common)
    issues = issues_of(call.check, value) if is_json else []
    if is_json and not issues:
        limit = rate_limit_of(headers)
        return Answered(call.read(value), request_id, limit, attempts)
    problem = issues_text(issues) if is_json else "it is not JSON in UTF-8"
    message = f"The platform's answer does not match the specification: {problem}. Check base_url."
    raise CallFailed("bad_response", safe_text(message, settings.api_key), **common)


def _without_answer(
    settings: ClientSettings, attempt: Attempt, common: "dict[str, Any]"
) -> CallFailed:
    if attempt.kind == "network":
        cause = safe_text(attempt.cause or "", settings.api_key)
        how = f" ({cause})" if cause else ""
        return CallFailed("network", f"The connection to the platform failed{how}.", **common)
    if attempt.kind == "timeout":
        return CallFailed("timeout", "The platform did not answer in time.", **common)
    message = f"The answer is larger than {settings.body_bytes_max} bytes."
    if attempt.kind == "redirected":
        message = (
            f"The answer is a redirect (HTTP {attempt.status}). The client does not follow it, "
            "because it "
            "would send the key along. Give the redirect's target as base_url."
        )
    return CallFailed("bad_response", message, **common)


def _refusal(
    settings: ClientSettings, attempt: Attempt, value: Any, common: "dict[str, Any]"
) -> CallFailed:
    """Any status but 200: the platform's own error (D4), or of something that stands before it."""
    common["retry_after_seconds"] = retry_after_seconds(dict(attempt.headers))
    if issues_of(bodies.platform_error, value) or (attempt.status or 0) < 400:
        message = (
            f"The answer was HTTP {attempt.status} without an error of the platform. Something "
            "between "
            "may have given it, or base_url is not the platform's."
        )
        return CallFailed("bad_response", message, **common)

    def text(given: str) -> str:
        return safe_text(given, settings.api_key)

    details = value.get("details", [])[:DETAILS_MAX]
    common["request_id"] = text(value["requestId"])
    common["details"] = [Issue(text(one["path"]), text(one["message"])) for one in details]
    return CallFailed(text(value["error"]), text(value["errorMessage"]), **common)


def _json(body: bytes) -> "tuple[Any, bool]":
    try:
        return read_json(body.decode("utf-8-sig")), True
    except (NotJson, UnicodeDecodeError):
        return None, False


def _log(settings: ClientSettings, call: "Call[Any]", level: str, code: str, message: str) -> None:
    settings.log(LogEntry(level, code, f"{call.name}: {message}", reference=call.subject))
