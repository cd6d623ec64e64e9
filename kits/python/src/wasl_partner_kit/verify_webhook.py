"""The check of a webhook by itself, for those who write the two endpoints without ``Partner``."""

from __future__ import annotations

import time
from typing import Iterable, Mapping, Optional, Union

from wasl_partner_kit.credentials import (
    PreparedSecrets,
    Secrets,
    UnusableSecrets,
    authorization_problem,
    prepare_secrets,
)
from wasl_partner_kit.errors import WebhookRefused
from wasl_partner_kit.events import Event, UnreadableEvent, read_event
from wasl_partner_kit.refusals import ABOUT_CONTENT, refusal_message
from wasl_partner_kit.signature import (
    TOLERANCE_SECONDS,
    signature_problem,
    timestamp_problem,
)

HeadersInput = Union[Mapping[str, object], Iterable["tuple[str, str]"]]
"""Headers as servers have them: a mapping, or pairs. Values may be text, bytes or a list."""


def verify_webhook(
    body: bytes,
    headers: HeadersInput,
    *,
    api_secret: Secrets,
    hmac_secret: Secrets,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    now_seconds: Optional[float] = None,
) -> Event:
    """Verifies a webhook (section 5): the API secret, the timestamp, the signature over the raw
    bytes, and then the JSON. It does not remove duplicates; ``Partner`` does.

    Raises WebhookRefused, with the reason as its code and the status to answer with.

        event = verify_webhook(request.get_data(), request.headers,
                               api_secret=API_SECRET, hmac_secret=HMAC_SECRET)
    """
    try:
        secrets = _prepared(api_secret, hmac_secret)
    except UnusableSecrets as problem:
        message = refusal_message("unusable_secrets", tolerance_seconds)
        raise WebhookRefused("unusable_secrets", f"{message} {problem}.", 500) from None
    read = header_reader(headers)
    reason = authorization_problem(read("authorization"), secrets.api_blocks)
    if reason is not None:
        raise refused(reason, tolerance_seconds)
    now = time.time() if now_seconds is None else now_seconds
    timestamp, signature = read("x-timestamp"), read("x-signature")
    return verify_signed(body, timestamp, signature, secrets, tolerance_seconds, now)


_latest: "tuple[Secrets, Secrets, Optional[PreparedSecrets]]" = (None, None, None)


def _prepared(api_secret: Secrets, hmac_secret: Secrets) -> PreparedSecrets:
    """Remembers the last pair of texts: checking them takes longer than verifying with them."""
    global _latest
    known_api, known_hmac, prepared = _latest
    if prepared is not None and known_api is api_secret and known_hmac is hmac_secret:
        return prepared
    prepared = prepare_secrets(api_secret, hmac_secret)
    if isinstance(api_secret, str) and isinstance(hmac_secret, str):
        _latest = (api_secret, hmac_secret, prepared)
    return prepared


def verify_signed(
    body: object,
    timestamp: Optional[str],
    signature: Optional[str],
    secrets: PreparedSecrets,
    tolerance_seconds: int,
    now_seconds: float,
) -> Event:
    """The part of the check after the API secret, which needs the body. Raises WebhookRefused."""
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise refused("body_not_bytes", tolerance_seconds)
    raw = bytes(body)
    reason = timestamp_problem(timestamp, now_seconds, tolerance_seconds) or signature_problem(
        raw, timestamp or "", signature, secrets.hmac_keys
    )
    if reason is not None:
        raise refused(reason, tolerance_seconds)
    try:
        return read_event(raw)
    except UnreadableEvent as problem:
        raise refused(problem.reason, tolerance_seconds, problem.problem) from None


def refused(reason: str, tolerance_seconds: int, problem: Optional[str] = None) -> WebhookRefused:
    message = refusal_message(reason, tolerance_seconds)
    if problem is not None:
        message = f"{message} {problem}."
    if reason == "body_not_bytes":
        return WebhookRefused(reason, message, 500)
    return WebhookRefused(reason, message, 400 if reason in ABOUT_CONTENT else 401)


# Matches no valid header, so that a repeated header or one that is not text is refused.
_UNREADABLE = ", "


class header_reader:
    """Reads headers in any case; a repeated one is joined, and so refused."""

    def __init__(self, headers: object) -> None:
        pairs = headers.items() if hasattr(headers, "items") else headers
        self._values: "dict[str, object]" = {}
        try:
            for given, value in pairs:
                name = given.lower()
                if name in self._values:
                    # Two spellings of one name are a repeated header.
                    value = [text for text in (self(name), _text(value)) if text is not None]
                self._values[name] = value
        except (AttributeError, TypeError, ValueError):
            self._values = {}

    def __call__(self, name: str) -> Optional[str]:
        value = self._values.get(name)
        return value if type(value) is str else _text(value)


def _text(value: object) -> Optional[str]:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (list, tuple)):
        texts = [item for item in value if isinstance(item, str)]
        if not value:
            return None
        return ", ".join(texts) if len(texts) == len(value) else _UNREADABLE
    return _UNREADABLE
