"""Receipts (D33): a COSE_Sign1 (RFC 9052) with Ed25519 over a CBOR map, in base64url behind the
``#`` of ``{origin}/r#…``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Mapping, Optional, Sequence

from wasl_partner_kit.documents.base64url import Malformed, bytes_of, expect, text_of
from wasl_partner_kit.documents.cbor import decode
from wasl_partner_kit.documents.ed25519 import is_signed
from wasl_partner_kit.errors import ReceiptRefused
from wasl_partner_kit.wire.money import CENTIMES_MAX, dinars
from wasl_partner_kit.wire.times import read_time

PROVISIONAL = "provisional"
"""The text that a till prints when it took money without the network. It proves nothing."""

REFUSALS = {
    "provisional": (
        "This is a provisional slip, which is not signed: the till had no network. Ask for the "
        "receipt."
    ),
    "not_a_receipt": (
        "This is not the code of a receipt: it is incomplete, damaged or something else."
    ),
    "unsupported": "The receipt is signed in a way that this release does not know.",
    "foreign_issuer": "The receipt names an issuer that is not in your list of trusted issuers.",
    "unknown_key": (
        "The receipt is signed with a key that its issuer has not published. If your copy of the "
        "keys is "
        "old, fetch them again."
    ),
    "revoked_key": (
        "The key that signed the receipt is revoked. Ask the till to print the receipt again."
    ),
    "ended_key": "The receipt is forged: its key had ended before the time of payment.",
    "wrong_signature": (
        "The receipt is forged or was altered: the signature does not match."
    ),
}
"""The reasons in the order of the checks, with a sentence for each."""

# Longer codes are not receipts: a code has about 400 characters.
_CODE_LENGTH_MAX = 4_000

_ALGORITHM, _KID, _ED25519 = 1, 4, -19
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_TIME_MAX = 253_402_300_799_999
_PUBLIC_KEY = re.compile(r"[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]", re.ASCII)


@dataclass(frozen=True)
class Receipt:
    """What the issuer signed: that this was paid then. It may have been refunded since: ask the
    platform for the status."""

    issuer: str
    number: str
    payment_id: str
    partner_name: str
    reference: Optional[str]
    """None when it is too long for the code; then there is its digest."""
    reference_sha256: Optional[str]
    centimes: int
    currency: str
    paid_at: datetime

    @property
    def amount(self) -> Decimal:
        """The exact amount in dinars."""
        return dinars(self.centimes)


def verify_receipt(code: str, issuers: "Sequence[Mapping[str, Any]]") -> Receipt:
    """Verifies the code of a receipt, without the network: the text of the QR code, or the part
    behind ``#``. It believes only these issuers: for each, the JSON of
    ``{origin}/.well-known/wasl-keys``, fetched from that origin over https, once a day and after
    ``unknown_key``.

    Raises ReceiptRefused, with the reason as its code.
    """
    text = code.strip() if isinstance(code, str) else ""
    text = text.partition("#")[2] if "#" in text else text
    if text == PROVISIONAL:
        raise _refused("provisional")
    try:
        expect(len(text) <= _CODE_LENGTH_MAX)
        kid, receipt, signed, signature = _read(bytes_of(text))
    except Malformed:
        raise _refused("not_a_receipt") from None
    if not is_signed(_public_key(kid, receipt, issuers), signed, signature):
        raise _refused("wrong_signature")
    return receipt


def _read(data: bytes) -> "tuple[str, Receipt, bytes, bytes]":
    """Tag 18, then [protected header, unprotected header, payload, signature]."""
    expect(data[:1] == b"\xd2")
    parts = decode(data[1:])
    expect(isinstance(parts, list) and len(parts) == 4)
    header, unprotected, payload, signature = parts  # type: ignore[misc]
    expect(isinstance(header, bytes) and isinstance(payload, bytes))
    expect(isinstance(unprotected, dict) and isinstance(signature, bytes))
    names: Any = decode(header)
    expect(isinstance(names, dict))
    kid = names.get(_KID)
    # A header that we do not know could change what the signature means.
    is_known = names.get(_ALGORITHM) == _ED25519 and isinstance(kid, bytes)
    if not is_known or len(names) > 2 or unprotected or len(signature) != 64:
        raise _refused("unsupported")
    return text_of(kid), _receipt(decode(payload)), _signed_bytes(header, payload), signature


def _receipt(fields: Any) -> Receipt:
    expect(isinstance(fields, dict))
    issuer, number, payment_id, partner_name = (fields.get(key) for key in (1, 2, 3, 4))
    reference, centimes, currency, paid_at = (fields.get(key) for key in (5, 6, 7, 8))
    for text in (issuer, number, partner_name, currency):
        expect(isinstance(text, str))
    expect(isinstance(payment_id, bytes) and len(payment_id) == 16)
    expect(isinstance(centimes, int) and 0 < centimes <= CENTIMES_MAX)
    expect(isinstance(paid_at, int) and 0 <= paid_at <= _TIME_MAX)
    is_digest = isinstance(reference, bytes) and len(reference) == 32
    expect(is_digest or isinstance(reference, str))
    digits = payment_id.hex()
    ends = ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32))
    return Receipt(
        issuer=issuer,
        number=number,
        payment_id="-".join(digits[start:end] for start, end in ends),
        partner_name=partner_name,
        reference=reference if isinstance(reference, str) else None,
        reference_sha256=reference.hex() if is_digest else None,
        centimes=centimes,
        currency=currency,
        paid_at=_EPOCH + timedelta(milliseconds=paid_at),
    )


def _public_key(kid: str, receipt: Receipt, issuers: "Sequence[Mapping[str, Any]]") -> bytes:
    issuer = next((one for one in issuers if one.get("issuer") == receipt.issuer), None)
    if issuer is None:
        raise _refused("foreign_issuer")
    keys = (key for key in issuer["keys"] if key["kid"] == kid and key["purpose"] == "receipt")
    key = next(keys, None)
    if key is None or _PUBLIC_KEY.fullmatch(key["x"]) is None:
        raise _refused("unknown_key")
    if key["revokedAt"] is not None:
        raise _refused("revoked_key")
    # A key signs nothing that was paid after its end.
    ended = read_time(key["validUntil"])
    if ended is not None and ended < receipt.paid_at:
        raise _refused("ended_key")
    return bytes_of(key["x"])


def _signed_bytes(header: bytes, payload: bytes) -> bytes:
    """The Sig_structure of RFC 9052, section 4.4: ["Signature1", header, external data,
    payload]."""
    return b"".join(
        (b"\x84\x6aSignature1", _head(len(header)), header, b"\x40", _head(len(payload)), payload)
    )


def _head(length: int) -> bytes:
    """Of a byte string."""
    if length < 24:
        return bytes([0x40 + length])
    return bytes([0x58, length]) if length < 256 else bytes([0x59, length >> 8, length & 255])


def _refused(reason: str) -> ReceiptRefused:
    return ReceiptRefused(reason, REFUSALS[reason])
