"""Rules for text, and how a received value looks in a sentence."""

from __future__ import annotations

import json
import unicodedata
from decimal import Decimal
from typing import Optional, Union
from urllib.parse import quote, unquote_to_bytes

REFERENCE_LENGTH_MAX = 128

# Unicode's White_Space. str.isspace() also counts the separators U+001C to U+001F.
_SPACES = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)

_SHOWN_LENGTH_MAX = 60


def has_surrogates(value: str) -> bool:
    """JSON can write a lone surrogate, and UTF-8 cannot."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def has_controls(value: str) -> bool:
    # Most text is printable, and asking that first is quick.
    return not value.isprintable() and any(unicodedata.category(c) == "Cc" for c in value)


def has_outer_space(value: str) -> bool:
    return value != "" and (value[0] in _SPACES or value[-1] in _SPACES)


def is_reference(value: object) -> bool:
    """Whether a value is a reference (D1): 1 to 128 Unicode characters on one line, and no dot
    segment, because parsers of URLs read ``.`` and ``..`` as such."""
    if not isinstance(value, str) or not 1 <= len(value) <= REFERENCE_LENGTH_MAX:
        return False
    if value in (".", "..") or has_outer_space(value):
        return False
    return (value.isascii() and value.isprintable()) or not (
        has_controls(value) or has_surrogates(value)
    )


def encode_reference(reference: str) -> str:
    """The reference as one path segment: ``INV/2026 01`` is ``INV%2F2026%2001``.

    Raises ValueError when the value is not a reference.
    """
    if not is_reference(reference):
        raise ValueError("expected a reference as D1 describes it; check it with is_reference")
    return quote(reference, safe="-_.!~*'()")


def decode_reference(segment: str) -> Optional[str]:
    """The reference of a raw path segment; None when it is not one."""
    if segment == "" or any(not "!" <= c <= "~" or c in "/\\?#" for c in segment):
        return None
    for part in segment.split("%")[1:]:
        if len(part) < 2 or not all(c in "0123456789abcdefABCDEF" for c in part[:2]):
            return None
    try:
        reference = unquote_to_bytes(segment).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return reference if is_reference(reference) else None


class Missing:
    """Stands for a field that is not there; ``None`` is JSON's null."""


MISSING = Missing()


def shown(value: object) -> str:
    """A received value for a sentence: text in quotes and cut, arrays and objects by their type."""
    if isinstance(value, Missing):
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, str):
        return _shown_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, Decimal)):
        return number_text(value)
    if isinstance(value, (list, tuple)):
        return "an array"
    return "an object" if isinstance(value, dict) else f"a value of type {type(value).__name__}"


def _shown_text(text: str) -> str:
    kept = text[:_SHOWN_LENGTH_MAX].encode("utf-8", "replace").decode("utf-8")
    return json.dumps(kept, ensure_ascii=False) + ("…" if len(text) > _SHOWN_LENGTH_MAX else "")


def number_text(value: Union[int, float, Decimal]) -> str:
    """The shortest decimal notation of a number, as JSON has it."""
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > 40:
            return str(value)
        text = format(value, "f")
        return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text
