"""The sentence for each reason to refuse a request. It never contains a secret or an expected
value."""

from __future__ import annotations

_CLOCKS = "Check the clocks of both sides. A recorded request cannot be replayed later."

_SENTENCES = {
    "unusable_secrets": "The secrets given to the verifier are invalid.",
    "missing_authorization": (
        "The Authorization header is missing. Send Authorization: Bearer <API_SECRET>."
    ),
    "malformed_authorization": (
        "The Authorization header is malformed. Send exactly one, as Bearer <API_SECRET>."
    ),
    "wrong_api_secret": "The API secret is wrong. Send the API secret of this partner.",
    "missing_timestamp": "The X-Timestamp header is missing. Send the Unix time in seconds.",
    "malformed_timestamp": (
        "The X-Timestamp header is malformed. Send the Unix time in seconds, ten digits, once."
    ),
    "stale_timestamp": "The X-Timestamp is more than {seconds} s in the past. " + _CLOCKS,
    "future_timestamp": "The X-Timestamp is more than {seconds} s in the future. " + _CLOCKS,
    "missing_signature": (
        "The X-Signature header is missing. Sign every webhook with the HMAC secret."
    ),
    "malformed_signature": (
        "The X-Signature header is malformed. Send one HMAC-SHA256 in hexadecimal or base64."
    ),
    "wrong_signature": (
        "The X-Signature does not match the body and the X-Timestamp. Check the HMAC secret, and "
        "that the signed bytes are the sent bytes."
    ),
    "body_not_bytes": (
        "The body must be the raw bytes, in bytes or bytearray. A parsed or decoded body cannot "
        "be verified."
    ),
    "not_utf8": "The body is not valid UTF-8.",
    "not_json": "The body is not JSON.",
    "not_an_object": "The body is not a JSON object.",
    "malformed_event": "The body is not a webhook event.",
}

REASONS = tuple(_SENTENCES)

ABOUT_CONTENT = frozenset(("not_utf8", "not_json", "not_an_object", "malformed_event"))
"""The signature is correct, but the content is invalid: 400 and not 401."""


def refusal_message(reason: str, tolerance_seconds: int) -> str:
    return _SENTENCES[reason].replace("{seconds}", str(tolerance_seconds))
