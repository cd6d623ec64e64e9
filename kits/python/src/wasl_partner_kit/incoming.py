"""A request, independent of the server. Adapters convert their server's requests to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional


class BodyUnread(Exception):
    """``already_read``: something read the bytes before the kit. ``too_large``. ``incomplete``: the
    connection ended early."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True)
class Incoming:
    method: str
    path: str
    """Still percent-encoded, without the query."""
    header: Callable[[str], Optional[str]]
    """By its name in lowercase. The values of a repeated header are joined with ", "."""
    read_body: Callable[[int], bytes]
    """At most so many bytes; raises BodyUnread. Called at most once, only for a webhook with a
    correct Authorization."""
    advice: str = "Give the partner the request before anything else reads its body."
    """What to change in this framework after ``already_read``."""


def raw_path(target: str) -> str:
    """The raw path of a request target, without the query. A whole URL (RFC 9112) loses its
    host."""
    path = target.split("?", 1)[0].split("#", 1)[0]
    if path.startswith("/") or "://" not in path:
        return path
    after_host = path.split("://", 1)[1].partition("/")
    return "/" + after_host[2]


def mounted_path(owns: Callable[[str], bool], within: str, whole: str) -> str:
    """The path relative to the partner: without the mount path, or whole. A partner works when it
    is mounted at its path, when it has that path as ``base_path``, or both."""
    return within if owns(within) or not owns(whole) else whole
