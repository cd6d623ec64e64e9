"""Finds the endpoint of a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Paths:
    base_path: str
    """Without a trailing slash; empty for the root."""
    webhook_path: str


@dataclass(frozen=True)
class Route:
    kind: str
    """``lookup``, ``webhook``, ``wrong_method`` or ``none``."""
    segment: str = ""
    """Of a lookup: the reference, still percent-encoded."""
    allow: str = ""
    """Of a wrong method: the value of the header Allow."""


def route_of(paths: Paths, method: str, path: str) -> Route:
    """``GET {base}/{reference}`` is a lookup, ``POST`` to the webhook path a webhook. The webhook
    path may also match a reference: the method decides."""
    segment = _reference_segment(paths.base_path, path)
    is_webhook_path = path == paths.webhook_path
    if method == "GET" and segment is not None:
        return Route("lookup", segment=segment)
    if method == "POST" and is_webhook_path:
        return Route("webhook")
    if segment is None and not is_webhook_path:
        return Route("none")
    allowed = (["GET"] if segment is not None else []) + (["POST"] if is_webhook_path else [])
    return Route("wrong_method", allow=", ".join(allowed))


def owns_path(paths: Paths, path: str) -> bool:
    """Whether a path belongs to the partner, even if it is no endpoint."""
    base = paths.base_path
    return path in (paths.webhook_path, base) or path.startswith(f"{base}/")


def _reference_segment(base_path: str, path: str) -> Optional[str]:
    if not path.startswith(f"{base_path}/"):
        return None
    segment = path[len(base_path) + 1 :]
    return None if segment == "" or "/" in segment else segment
