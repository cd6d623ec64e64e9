"""The options of ``Client``, checked when it is made. No message contains the key or the URL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Optional
from urllib.parse import urlsplit

from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.log import safe_log
from wasl_partner_kit.settings import plain_function, seconds, whole_number

MAKER = "Client"
KEY_LENGTH_MAX = 512
URL_LENGTH_MAX = 2048
TIMEOUT_SECONDS_MAX = 600
BODY_BYTES_MAX = 16 * 1024 * 1024
RETRIES_MAX = 10
QR_BASE_PATH = "/partner/qr/v1"
LANGUAGES = ("en", "fr", "ar")

_PRINTABLE = re.compile(r"[\x21-\x7e]+")
_WITH_AUTHORITY = re.compile(r"https?://[^/\\]", re.IGNORECASE)
_LOOPBACK = re.compile(r"::1|127(?:\.\d{1,3}){3}|(?:.*\.)?localhost")


@dataclass(frozen=True, repr=False)
class ClientSettings:
    base_url: str
    """Without a trailing slash."""
    qr_base_url: str
    api_key: str
    timeout_seconds: float
    attempt_timeout_seconds: float
    retries: int
    body_bytes_max: int
    language: str
    log: Callable[[Any], None]


def client_settings(
    *,
    base_url: object,
    api_key: object,
    allow_http: bool,
    qr_base_url: object,
    timeout_seconds: object,
    attempt_timeout_seconds: object,
    retries: object,
    body_bytes_max: object,
    language: object,
    log: Callable[[Any], object],
) -> ClientSettings:
    """Raises WrongOption."""
    plain_function("log", log, MAKER)
    url = _url("base_url", base_url, allow_http)
    qr_url = url + QR_BASE_PATH
    if qr_base_url is not None:
        qr_url = _url("qr_base_url", qr_base_url, allow_http)
    if not isinstance(language, str) or language not in LANGUAGES:
        raise _wrong(f"language: expected one of {', '.join(LANGUAGES)}, received {language!r}")
    limits = (TIMEOUT_SECONDS_MAX, MAKER, False)
    return ClientSettings(
        base_url=url,
        qr_base_url=qr_url,
        api_key=_key(api_key),
        timeout_seconds=seconds("timeout_seconds", timeout_seconds, *limits) or 0,
        attempt_timeout_seconds=seconds("attempt_timeout_seconds", attempt_timeout_seconds, *limits)
        or 0,
        retries=whole_number("retries", retries, 0, RETRIES_MAX, MAKER),
        body_bytes_max=whole_number("body_bytes_max", body_bytes_max, 1, BODY_BYTES_MAX, MAKER),
        language=language,
        log=safe_log(log),
    )


def _url(name: str, value: object, allow_http: bool) -> str:
    if not isinstance(value, str):
        raise _wrong(f"{name}: expected a URL, {_not_text(value)}")
    problem = _url_problem(value)
    if problem is not None:
        raise _wrong(f"{name}: {problem}")
    parts = urlsplit(value)
    is_loopback = _LOOPBACK.fullmatch((parts.hostname or "").lower()) is not None
    if parts.scheme.lower() != "https" and allow_http is not True and not is_loopback:
        raise _wrong(f"{name}: expected https, because every request contains the key")
    return value.rstrip("/")


def _url_problem(value: str) -> Optional[str]:
    if len(value) > URL_LENGTH_MAX:
        return f"expected at most {URL_LENGTH_MAX} characters"
    if _PRINTABLE.fullmatch(value) is None:
        return "expected a URL of printable ASCII characters, without spaces"
    try:
        parts = urlsplit(value)
        is_absolute = _WITH_AUTHORITY.match(value) is not None and parts.hostname is not None
        is_absolute = is_absolute and (parts.port is None or parts.port > 0)
    except ValueError:
        is_absolute = False
    if not is_absolute:
        return "expected an absolute URL such as https://shop.example/payments"
    if "@" in parts.netloc:
        return "expected a URL without a user name or password"
    if "?" in value or "#" in value:
        return "expected a URL without a query (?) or a fragment (#)"
    return None


def _key(value: object) -> str:
    if not isinstance(value, str):
        expected = "expected the key that the platform's operator gave you"
        raise _wrong(f"api_key: {expected}, {_not_text(value)}")
    if not 1 <= len(value) <= KEY_LENGTH_MAX:
        limits = f"a key of 1 to {KEY_LENGTH_MAX} characters"
        raise _wrong(f"api_key: expected {limits}, received {len(value)}")
    # Other characters are invalid in a header, and the error of http.client would contain the key.
    if _PRINTABLE.fullmatch(value) is None:
        raise _wrong("api_key: expected visible ASCII characters without spaces or line ends")
    return value


def _not_text(value: object) -> str:
    if value is None:
        return "received nothing (is the environment variable set?)"
    return f"received {type(value).__name__}"


def _wrong(problem: str) -> WrongOption:
    return WrongOption(MAKER, problem)
