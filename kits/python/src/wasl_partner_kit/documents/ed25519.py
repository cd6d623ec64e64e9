"""The signature of both kinds of documents. Needs the extra: ``pip install
wasl-partner-kit[receipts]``."""

from __future__ import annotations

import importlib
from typing import Any

from wasl_partner_kit.errors import WaslError

_MISSING = (
    "Verifying receipts and statements needs the package cryptography: install "
    "wasl-partner-kit[receipts], or python3-cryptography of Debian."
)


def is_signed(public_key: bytes, signed: bytes, signature: bytes) -> bool:
    """Raises WaslError with the code ``cryptography_missing`` without the package."""
    ed25519, invalid_signature = _cryptography()
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, signed)
    except (invalid_signature, ValueError):
        return False
    return True


def _cryptography() -> "tuple[Any, Any]":
    try:
        ed25519 = importlib.import_module("cryptography.hazmat.primitives.asymmetric.ed25519")
        exceptions = importlib.import_module("cryptography.exceptions")
    except ImportError:
        raise WaslError("cryptography_missing", _MISSING) from None
    return ed25519, exceptions.InvalidSignature
