"""The forms of manifests and published keys, and the sentence for each refusal."""

from __future__ import annotations

from wasl_partner_kit.errors import StatementRefused
from wasl_partner_kit.wire import checks as c
from wasl_partner_kit.wire.bodies import currency
from wasl_partner_kit.wire.lists import GUID

MANIFEST_ALGORITHM = "Ed25519"
"""The only algorithm. RFC 9864 replaces the name EdDSA, which means two curves."""

MANIFEST_TYPE = "wasl-statement-manifest"
"""What the key signs here: a signature of another kind of document does not count."""

_kid = c.pattern(r"[A-Za-z0-9_-]{11}", "a kid such as Zx3kQm1v9aE")
_sha256 = c.pattern(r"[0-9a-f]{64}", "a SHA-256 in lowercase hexadecimal")
_file = c.object_of({"sha256": _sha256, "bytes": c.integer})

header = c.object_of({"alg": c.string, "typ": c.string, "kid": _kid}, is_strict=True)
"""These members and no others."""

payload = c.object_of(
    {
        "issuer": c.string,
        "statementId": GUID,
        "number": c.string,
        "partnerId": c.pattern(r"prt_[1-9][0-9]{0,9}", "an id such as prt_1001"),
        "from": c.business_date,
        "to": c.business_date,
        "lines": c.integer,
        "net": c.sum_of_money,
        "currency": currency,
        "closedAt": c.time,
        "issuedAt": c.time,
        "files": c.object_of({"json": _file, "csv": _file}),
        "previous": c.nullable(_sha256),
    }
)

published_keys = c.object_of(
    {
        "issuer": c.string,
        "keys": c.array_of(
            c.object_of(
                {
                    "kty": c.one_of("OKP"),
                    "crv": c.one_of("Ed25519"),
                    "alg": c.one_of("Ed25519"),
                    "use": c.one_of("sig"),
                    "kid": _kid,
                    "x": c.string,
                    "purpose": c.one_of("receipt", "statement"),
                    "validFrom": c.time,
                    "validUntil": c.nullable(c.time),
                    "revokedAt": c.nullable(c.time),
                    "revokedReason": c.nullable(c.string),
                }
            )
        ),
    }
)

_AGAIN = "Download it again, and save the bytes as they come."

REFUSALS = {
    "unusable_keys": (
        "The keys are not the JSON of /.well-known/wasl-keys. Download them from the platform."
    ),
    "not_a_manifest": (
        "This is not a manifest: expected the three parts of a JWS and nothing after them. "
        "" + _AGAIN
    ),
    "wrong_algorithm": (
        "The manifest names another algorithm than Ed25519. The platform does not sign so."
    ),
    "wrong_type": (
        "The signature is that of another kind of document, not of a manifest."
    ),
    "foreign_issuer": (
        "Another platform issued this manifest. Take the keys of the issuer that it names."
    ),
    "unknown_key": (
        "The keys have no key for statements with the kid of this manifest. Download them again."
    ),
    "revoked_key": (
        "The key of this manifest was revoked, so the signature alone proves nothing. A later "
        "manifest "
        "that contains its hash can prove it; or ask the operator."
    ),
    "key_not_valid_then": "The key did not sign at the time that the manifest names.",
    "wrong_signature": (
        "The signature does not match the manifest. Its content was changed, or is not the "
        "platform’s."
    ),
    "wrong_previous": (
        "The manifest does not follow the one before: another statement lies between them, or "
        "one of "
        "them was exchanged."
    ),
    "altered_file": (
        "The document is not the one of the manifest: at least one byte differs. " + _AGAIN
    ),
}


def statement_refused(reason: str) -> StatementRefused:
    return StatementRefused(reason, REFUSALS[reason])
