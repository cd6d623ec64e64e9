"""The entries of the log hook. No entry contains a secret."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Callable, Optional

LOGGER = logging.getLogger("wasl_partner_kit")
LOGGER.addHandler(logging.NullHandler())

_LEVELS = {"info": logging.INFO, "warn": logging.WARNING, "error": logging.ERROR}


@dataclass(frozen=True)
class LogEntry:
    """``info``: normal operation. ``warn``: a request was refused, or something needs attention.
    ``error``: the partner's own code or database failed and needs a fix."""

    level: str
    code: str
    """For filters and alerts, such as ``webhook_handler_failed``."""
    message: str
    """What happened, and what to do if something is wrong."""
    reference: Optional[str] = None
    event: Optional[str] = None
    payment_id: Optional[str] = None
    event_id: Optional[str] = None
    """The platform's ``X-Event-Id``: the same on every attempt; unsigned, only for support."""
    error: Optional[BaseException] = None


def to_logging(entry: LogEntry) -> None:
    """The default hook: the logger ``wasl_partner_kit``."""
    about = " ".join(
        f"{name}={value}"
        for name, value in (
            ("reference", entry.reference),
            ("payment", entry.payment_id),
            ("event_id", entry.event_id),
        )
        if value is not None
    )
    text = f"{entry.code}: {entry.message}" + (f" ({about})" if about else "")
    LOGGER.log(_LEVELS[entry.level], "%s", text, exc_info=entry.error)


def safe_log(hook: "Callable[[Any], object]") -> "Callable[[Any], None]":
    """Wraps a hook, so that its errors do not affect the answer."""

    def log(entry: Any) -> None:
        try:
            hook(entry)
        except Exception:  # There is no other place to report it.
            pass

    return log
