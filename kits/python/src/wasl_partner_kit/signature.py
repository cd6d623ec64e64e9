"""The timestamp and the signature of a request (section 5, D13)."""

from __future__ import annotations

import base64
import hmac
import math
import re
from hashlib import sha256
from typing import Optional, Sequence, Union

TOLERANCE_SECONDS = 300
"""The tolerated clock difference, ahead or behind (D13)."""

_TEN_DIGITS = re.compile(r"[0-9]{10}")

# 32 bytes are 64 hexadecimal digits, or 43 characters of base64. The last character has two unused
# bits, which must be zero, so that each signature has one notation.
_HEX = re.compile(r"[0-9A-Fa-f]{64}")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{42}|[A-Za-z0-9_-]{42})[AEIMQUYcgkosw048]=?")

_URL_SAFE = str.maketrans("-_", "+/")


_BLOCK_BYTES = 64


class HmacKey:
    """A secret, prepared for HMAC-SHA256 (RFC 2104): both pads are hashed once, and not for each
    signature."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        block = sha256(key).digest() if len(key) > _BLOCK_BYTES else key
        block = block.ljust(_BLOCK_BYTES, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in block))

    def digest(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


def sign(body: bytes, timestamp: str, hmac_secret: Union[str, bytes]) -> str:
    """The value of ``X-Signature``: HMAC-SHA256 over the body and the timestamp, in hexadecimal."""
    key = hmac_secret.encode("utf-8") if isinstance(hmac_secret, str) else hmac_secret
    return hmac.digest(key, body + timestamp.encode("ascii"), "sha256").hex()


def timestamp_problem(
    header: Optional[str], now_seconds: float, tolerance_seconds: int = TOLERANCE_SECONDS
) -> Optional[str]:
    """The reason to refuse an ``X-Timestamp``, or None. It prevents replay."""
    if header is None or header == "":
        return "missing_timestamp"
    if _TEN_DIGITS.fullmatch(header) is None:
        return "malformed_timestamp"
    # A clock that is not a number refuses everything.
    age_seconds = math.floor(now_seconds) - int(header) if math.isfinite(now_seconds) else math.inf
    if age_seconds > tolerance_seconds:
        return "stale_timestamp"
    return "future_timestamp" if age_seconds < -tolerance_seconds else None


def signature_problem(
    body: bytes, timestamp: str, header: Optional[str], hmac_keys: Sequence[HmacKey]
) -> Optional[str]:
    """The reason to refuse an ``X-Signature``, or None. The timestamp is already checked."""
    if header is None or header == "":
        return "missing_signature"
    claimed = _signature_bytes(header)
    if claimed is None:
        return "malformed_signature"
    signed = body + timestamp.encode("ascii")
    for key in hmac_keys:
        if hmac.compare_digest(key.digest(signed), claimed):
            return None
    return "wrong_signature"


def _signature_bytes(text: str) -> Optional[bytes]:
    if _HEX.fullmatch(text) is not None:
        return bytes.fromhex(text)
    if _BASE64.fullmatch(text) is not None:
        return base64.b64decode(text[:43].translate(_URL_SAFE) + "=")
    return None
