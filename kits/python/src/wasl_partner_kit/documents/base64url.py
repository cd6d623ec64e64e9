"""Unpadded base64url, in its one spelling."""

from __future__ import annotations

import base64
import re

_TEXT = re.compile(r"[A-Za-z0-9_-]+")


class Malformed(ValueError):
    """The bytes are not what they should be."""


def expect(condition: bool) -> None:
    if not condition:
        raise Malformed("malformed")


def bytes_of(text: str) -> bytes:
    """The unused bits of the last character are zero, so a text has one spelling. Raises
    Malformed."""
    expect(_TEXT.fullmatch(text) is not None and len(text) % 4 != 1)
    value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    expect(text_of(value) == text)
    return value


def text_of(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).decode("ascii").rstrip("=")
