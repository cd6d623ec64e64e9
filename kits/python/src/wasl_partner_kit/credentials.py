"""The secrets that the platform and the partner share (section 5, D13), and the API secret's
check."""

from __future__ import annotations

import hmac
import re
from dataclasses import dataclass
from typing import Optional, Sequence, Union

from wasl_partner_kit.signature import HmacKey
from wasl_partner_kit.wire.text import has_controls, has_outer_space

Secrets = Union[str, Sequence[str], None]
"""One secret, or several during a rotation. None, so that you can pass an environment variable: it
is refused with a sentence."""

SECRET_BYTES_MIN = 16
"""Shorter secrets can be guessed. The platform's have at least 52 bytes."""

SECRET_BYTES_MAX = 512

SECRETS_MAX = 5
"""A rotation needs two. Each additional secret weakens the check."""

_BLOCK_BYTES = 64

_VISIBLE = re.compile(r"[\x21-\x7e]+")

# RFC 9110: the scheme in any case, spaces, the credentials. No space in these, so that two headers
# joined into "Bearer a, Bearer b" do not match.
_BEARER = re.compile(r"bearer +([\x21-\x7e]+)", re.IGNORECASE | re.ASCII)


class UnusableSecrets(ValueError):
    """The caller's own secrets are wrong. The message never contains one."""


@dataclass(frozen=True)
class PreparedSecrets:
    api_blocks: "tuple[bytes, ...]"
    """Each API secret, padded with zero bytes to whole blocks: a comparison in constant time needs
    equal lengths, and a secret has no zero bytes."""
    hmac_keys: "tuple[HmacKey, ...]"

    def __repr__(self) -> str:
        return "PreparedSecrets(…)"


def prepare_secrets(api_secret: Secrets, hmac_secret: Secrets) -> PreparedSecrets:
    """Raises UnusableSecrets."""
    api_secrets = _secret_list("api_secret", api_secret, is_in_header=True)
    hmac_secrets = _secret_list("hmac_secret", hmac_secret, is_in_header=False)
    # Every request contains the API secret. With a shared value, its reader could sign events.
    if set(api_secrets) & set(hmac_secrets):
        raise UnusableSecrets("api_secret and hmac_secret must differ, but they share a value")
    blocks = tuple(_block(secret.encode("ascii")) for secret in api_secrets)
    keys = tuple(HmacKey(secret.encode("utf-8")) for secret in hmac_secrets)
    return PreparedSecrets(blocks, keys)


def _block(secret: bytes) -> bytes:
    return secret.ljust(-(-len(secret) // _BLOCK_BYTES) * _BLOCK_BYTES, b"\0")


def _secret_list(name: str, given: Secrets, is_in_header: bool) -> "list[str]":
    secrets = list(given) if isinstance(given, (list, tuple)) else [given]
    if not 1 <= len(secrets) <= SECRETS_MAX:
        problem = f"expected a secret or a list of 1 to {SECRETS_MAX}, received {len(secrets)}"
        raise UnusableSecrets(f"{name}: {problem}")
    for secret in secrets:
        problem = _problem(secret, is_in_header)
        if problem is not None:
            raise UnusableSecrets(f"{name}: {problem}")
    return secrets


def _problem(secret: object, is_in_header: bool) -> Optional[str]:
    if not isinstance(secret, str):
        unset = "nothing (is the environment variable set?)"
        received = unset if secret is None else type(secret).__name__
        return f"expected the secret that the platform's operator gave you, received {received}"
    try:
        size = len(secret.encode("utf-8"))
    except UnicodeEncodeError:
        return "expected text without lone surrogates"
    if not SECRET_BYTES_MIN <= size <= SECRET_BYTES_MAX:
        limits = f"{SECRET_BYTES_MIN} to {SECRET_BYTES_MAX} bytes"
        return f"expected a secret of {limits}, received {size}"
    if has_controls(secret) or has_outer_space(secret):
        return "expected a secret without line ends and without leading or trailing spaces"
    if is_in_header and _VISIBLE.fullmatch(secret) is None:
        return "expected visible ASCII characters without spaces"
    return None


def authorization_problem(
    header: Optional[str], api_blocks: "tuple[bytes, ...]"
) -> Optional[str]:
    """The reason to refuse ``Authorization: Bearer <API_SECRET>`` (section 5, rule 1), or None.

    In constant time: every accepted secret is compared over its whole length, so that the time
    reveals neither a partial match nor which secret matched.
    """
    if header is None or header == "":
        return "missing_authorization"
    found = _BEARER.fullmatch(header)
    if found is None:
        return "malformed_authorization"
    given = found[1].encode("ascii")
    # Longer than any secret. Cut to that length, it might match.
    if len(given) > SECRET_BYTES_MAX:
        return "wrong_api_secret"
    fits = False
    for expected in api_blocks:
        padded = given.ljust(len(expected), b"\0")[: len(expected)]
        is_same = hmac.compare_digest(padded, expected)
        fits = (is_same and len(given) <= len(expected)) or fits
    return None if fits else "wrong_api_secret"
