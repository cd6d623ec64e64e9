"""The options of ``Partner``, checked when it is made."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional
from urllib.parse import quote

from wasl_partner_kit.credentials import (
    PreparedSecrets,
    Secrets,
    UnusableSecrets,
    prepare_secrets,
)
from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.log import LogEntry
from wasl_partner_kit.routes import Paths
from wasl_partner_kit.stores.store import Store

MAKER = "Partner"
TOLERANCE_SECONDS_MAX = 3_600
BODY_BYTES_MAX = 16 * 1024 * 1024
TIMEOUT_SECONDS_MAX = 60

_PATH = re.compile(r"/(?!/)[^?#\\]*", re.DOTALL)


@dataclass(frozen=True)
class Settings:
    secrets: PreparedSecrets
    lookup: Callable[[str], object]
    handlers: Mapping[str, Callable[[Any, Any], object]]
    """By the kind of the event."""
    store: Store
    log: Callable[[LogEntry], None]
    paths: Paths
    tolerance_seconds: int
    body_bytes_max: int
    lookup_timeout_seconds: Optional[float]
    webhook_timeout_seconds: Optional[float]
    now: Callable[[], float]


def prepared_secrets(api_secret: Secrets, hmac_secret: Secrets) -> PreparedSecrets:
    try:
        return prepare_secrets(api_secret, hmac_secret)
    except UnusableSecrets as problem:
        raise WrongOption(MAKER, str(problem)) from None


def plain_function(name: str, value: object, maker: str = MAKER) -> None:
    """Raises WrongOption. An ``async def`` would return a coroutine that nobody runs."""
    if not callable(value):
        received = "None" if value is None else type(value).__name__
        raise WrongOption(maker, f"{name}: expected a function, received {received}")
    if inspect.iscoroutinefunction(value) or inspect.iscoroutinefunction(
        getattr(value, "__call__", None)
    ):
        raise WrongOption(
            maker,
            f"{name}: expected a plain function, received an async one. The kit runs it in a "
            "thread, "
            "also under ASGI: write def, and use a plain database connection",
        )


def paths_of(base_path: object, webhook_path: object) -> Paths:
    base = _path("base_path", base_path)
    base = base[:-1] if base.endswith("/") else base
    webhook = f"{base}/webhooks/platform" if webhook_path is None else webhook_path
    return Paths(base, _path("webhook_path", webhook))


def _path(name: str, path: object) -> str:
    """Percent-encodes the path once, because paths of requests are compared undecoded."""
    if not isinstance(path, str) or _PATH.fullmatch(path) is None or "//" in path:
        raise WrongOption(MAKER, f"{name}: expected a path such as /payments, received {path!r}")
    return quote(path, safe="/%!$&'()*+,;=:@~-._")


def whole_number(
    name: str, value: object, least: int, most: int, maker: str = MAKER
) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise WrongOption(
        maker, f"{name}: expected an integer from {least} to {most}, received {value!r}"
    )


def seconds(
    name: str, value: object, most: float, maker: str = MAKER, is_optional: bool = True
) -> Optional[float]:
    """A limit of time; None, where it is optional, for no limit."""
    if value is None and is_optional:
        return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if is_number and 0 < value <= most:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    or_none = ", or None" if is_optional else ""
    raise WrongOption(
        maker,
        f"{name}: expected more than 0 and at most {most:g} seconds{or_none}, received {value!r}",
    )
