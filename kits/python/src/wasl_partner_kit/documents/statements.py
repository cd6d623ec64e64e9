"""Manifests of statements (W118): the hashes of a statement's documents, in a JWS (RFC 7515) with
Ed25519."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from wasl_partner_kit.documents.base64url import Malformed, bytes_of
from wasl_partner_kit.documents.ed25519 import is_signed
from wasl_partner_kit.documents.manifest_rules import (
    MANIFEST_ALGORITHM,
    MANIFEST_TYPE,
    header,
    payload,
    published_keys,
    statement_refused,
)
from wasl_partner_kit.errors import StatementRefused
from wasl_partner_kit.wire.checks import issues_of
from wasl_partner_kit.wire.json_text import NotJson, read_json
from wasl_partner_kit.wire.money import dinars, signed_centimes
from wasl_partner_kit.wire.times import read_time

# A manifest has about 1,200 bytes.
_BYTES_MAX = 16_384

Bytes = Union[bytes, str]


@dataclass(frozen=True)
class Manifest:
    """What the platform signed: the period, the net, the hashes."""

    issuer: str
    statement_id: str
    number: str
    partner_id: str
    first_date: str
    last_date: str
    lines: int
    net: Decimal
    """In dinars; it may be negative."""
    currency: str
    closed_at: datetime
    issued_at: datetime
    files: Mapping[str, str]
    """The SHA-256 of each document: ``json`` and ``csv``."""
    previous: Optional[str]
    """The SHA-256 of your manifest before; None for the first."""


@dataclass(frozen=True)
class VerifiedStatement:
    manifest: Manifest
    format: Optional[str]
    """What the file is, ``json`` or ``csv``; None without a file."""


@dataclass(frozen=True)
class _Read:
    kid: str
    manifest: Manifest
    signed: bytes
    signature: bytes


def verify_statement(
    manifest: Bytes,
    keys: object,
    *,
    file: "Union[bytes, Iterable[bytes], None]" = None,
    previous: Optional[Bytes] = None,
) -> VerifiedStatement:
    """Verifies a statement: the signature of its manifest, the key, the document and the manifest
    before.

    ``keys`` is the JSON of the platform's ``/.well-known/wasl-keys``, over https from the platform
    that you work with. ``file`` is the JSON or CSV document as it was downloaded: bytes, or an open
    file in binary mode. An opened and saved file is another file.

    Raises StatementRefused, with the reason as its code.
    """
    published = _published(keys)
    read = _read(_bytes(manifest))
    _check_key(read, published)
    if previous is not None and _sha256(_bytes(previous)) != read.manifest.previous:
        raise statement_refused("wrong_previous")
    if file is None:
        return VerifiedStatement(read.manifest, None)
    digest = _sha256_of_file(file)
    for name in ("json", "csv"):
        if read.manifest.files[name] == digest:
            return VerifiedStatement(read.manifest, name)
    raise statement_refused("altered_file")


def verify_statement_chain(manifests: "Sequence[Bytes]", keys: object) -> "list[Manifest]":
    """Verifies all your manifests, the oldest first: none was removed, exchanged or changed. A
    manifest whose key was revoked since is valid if the one after it, with a good key, contains its
    hash.

    Raises StatementRefused; its ``index`` is the place of the refused manifest.
    """
    published = _published(keys)
    found: "list[Manifest]" = []
    all_bytes = [_bytes(manifest) for manifest in manifests]
    for index, given in enumerate(all_bytes):
        try:
            read = _read(given)
            is_linked = index == 0 or _sha256(all_bytes[index - 1]) == read.manifest.previous
            first = found[0] if found else read.manifest
            if not is_linked or first.partner_id != read.manifest.partner_id:
                raise statement_refused("wrong_previous")
            _check_own_key(read, published, index == len(all_bytes) - 1)
        except StatementRefused as refusal:
            raise StatementRefused(refusal.code, refusal.message, index) from None
        found.append(read.manifest)
    return found


def _check_own_key(read: _Read, published: "dict[str, Any]", is_last: bool) -> None:
    try:
        _check_key(read, published)
    except StatementRefused as refusal:
        if is_last or refusal.code != "revoked_key":
            raise


def _published(keys: object) -> "dict[str, Any]":
    if not isinstance(keys, dict) or issues_of(published_keys, keys):
        raise statement_refused("unusable_keys")
    return keys


def _read(manifest: bytes) -> _Read:
    """Not yet verified. A line break at its end is not part of it, and is refused."""
    parts = manifest.split(b".")
    try:
        if len(manifest) > _BYTES_MAX or len(parts) != 3:
            raise Malformed("not three parts")
        head, body, signature = (bytes_of(part.decode("latin-1")) for part in parts)
        named, content = read_json(head.decode("utf-8")), read_json(body.decode("utf-8"))
    except (Malformed, NotJson, UnicodeDecodeError):
        raise statement_refused("not_a_manifest") from None
    if issues_of(header, named):
        raise statement_refused("not_a_manifest")
    if named["alg"] != MANIFEST_ALGORITHM:  # type: ignore[index]
        raise statement_refused("wrong_algorithm")
    if named["typ"] != MANIFEST_TYPE:  # type: ignore[index]
        raise statement_refused("wrong_type")
    if issues_of(payload, content):
        raise statement_refused("not_a_manifest")
    signed = manifest[: manifest.rindex(b".")]
    return _Read(named["kid"], _manifest(content), signed, signature)  # type: ignore[index]


def _manifest(content: Any) -> Manifest:
    closed_at, issued_at = read_time(content["closedAt"]), read_time(content["issuedAt"])
    net = signed_centimes(content["net"])
    assert closed_at is not None and issued_at is not None and net is not None
    return Manifest(
        issuer=content["issuer"],
        statement_id=content["statementId"],
        number=content["number"],
        partner_id=content["partnerId"],
        first_date=content["from"],
        last_date=content["to"],
        lines=content["lines"],
        net=dinars(net),
        currency=content["currency"],
        closed_at=closed_at,
        issued_at=issued_at,
        files={name: content["files"][name]["sha256"] for name in ("json", "csv")},
        previous=content["previous"],
    )


def _check_key(read: _Read, published: "dict[str, Any]") -> None:
    """The key that must have signed: of this issuer, for statements, not revoked, valid then."""
    if read.manifest.issuer != published["issuer"]:
        raise statement_refused("foreign_issuer")
    keys = published["keys"]
    fits = (key for key in keys if key["kid"] == read.kid and key["purpose"] == "statement")
    key = next(fits, None)
    if key is None:
        raise statement_refused("unknown_key")
    if key["revokedAt"] is not None:
        raise statement_refused("revoked_key")
    start, end = read_time(key["validFrom"]), read_time(key["validUntil"])
    issued_at = read.manifest.issued_at
    if start is None or start > issued_at or (end is not None and issued_at > end):
        raise statement_refused("key_not_valid_then")
    try:
        public_key = bytes_of(key["x"])
    except Malformed:
        raise statement_refused("wrong_signature") from None
    if not is_signed(public_key, read.signed, read.signature):
        raise statement_refused("wrong_signature")


def _bytes(given: Bytes) -> bytes:
    return given.encode("utf-8") if isinstance(given, str) else bytes(given)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _sha256_of_file(file: "Union[bytes, Iterable[bytes]]") -> str:
    if isinstance(file, (bytes, bytearray)):
        return _sha256(bytes(file))
    digest = hashlib.sha256()
    for piece in file:
        digest.update(piece)
    return digest.hexdigest()
