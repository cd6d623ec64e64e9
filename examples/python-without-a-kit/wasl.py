"""The checks that every request of the platform must pass. Copy this file: it needs only Python.

Secrets are lists, so that the old and the new one are both valid during a rotation.
"""

import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300
"""The largest difference between the platform's clock and ours, ahead or behind."""


def is_fresh(timestamp, now=None):
    """Whether the header X-Timestamp is ten digits and within the tolerance."""
    if not re.fullmatch(r"[0-9]{10}", timestamp or ""):
        return False
    return abs(int(now or time.time()) - int(timestamp)) <= TOLERANCE_SECONDS


def is_signed(body, timestamp, signature, hmac_secrets, now=None):
    """Whether the X-Timestamp is fresh and the X-Signature correct.

    The signature is HMAC-SHA256 over the raw bytes of the body followed by the ten digits. The platform
    sends hexadecimal; base64 is accepted too.
    """
    if not is_fresh(timestamp, now):
        return False
    hexadecimal, base_64 = [], []
    for secret in hmac_secrets:
        digest = hmac.digest(secret.encode(), body + timestamp.encode(), "sha256")
        hexadecimal.append(digest.hex())
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            text = encode(digest).decode()
            base_64 += [text, text.rstrip("=")]
    given = signature or ""
    return _is_one_of(given.lower(), hexadecimal) or _is_one_of(given, base_64)


def _is_one_of(given, expected):
    """Compares with all of them in constant time."""
    fits = False
    for value in expected:
        fits = hmac.compare_digest(_digest(value), _digest(given)) or fits
    return fits


def _digest(text):
    return hashlib.sha256(text.encode()).digest()


def is_authorized(authorization, api_secrets):
    """Whether the header Authorization is "Bearer" and one of our API secrets."""
    found = re.fullmatch(r"bearer +([\x21-\x7e]+)", authorization or "", re.IGNORECASE)
    return found is not None and _is_one_of(found[1], api_secrets)
