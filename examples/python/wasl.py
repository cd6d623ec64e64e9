"""What every request of the platform has to pass. Copy this file as it is: it needs nothing but Python.

Secrets are lists, so that the old one and the new one both hold while they are being changed.
"""

import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300
"""How far the platform's clock may be from ours, either way."""


def is_fresh(timestamp, now=None):
    """Whether the header X-Timestamp is ten digits, and of now."""
    if not re.fullmatch(r"[0-9]{10}", timestamp or ""):
        return False
    return abs(int(now or time.time()) - int(timestamp)) <= TOLERANCE_SECONDS


def is_signed(body, timestamp, signature, hmac_secrets, now=None):
    """Whether the X-Timestamp is fresh and the X-Signature right.

    That is HMAC-SHA256 over the bytes of the body as they came, then the ten digits, nothing between. The
    platform writes hexadecimal; base64 is as good.
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
    """Compares with all of them, in a time that tells nothing of what was right."""
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
