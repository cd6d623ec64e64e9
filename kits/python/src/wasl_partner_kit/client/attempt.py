"""One HTTP request with a deadline, a size limit for the answer, and no redirects."""

from __future__ import annotations

import errno
import http.client
import platform
import socket
import ssl
from dataclasses import dataclass
from typing import Mapping, Optional
from urllib.parse import urlsplit

from wasl_partner_kit.client.settings import ClientSettings
from wasl_partner_kit.version import __version__
from wasl_partner_kit.within import Late, within

_USER_AGENT = f"wasl-partner-kit/{__version__} python/{platform.python_version()}"

_CHUNK_BYTES = 65_536


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    json: Optional[str]


@dataclass(frozen=True)
class Attempt:
    """``kind`` is ``answered``, or why there is no usable answer: ``network``, ``timeout``,
    ``too_large``, ``redirected``."""

    kind: str
    status: Optional[int] = None
    headers: "Mapping[str, str]" = ()  # type: ignore[assignment]
    """Names in lowercase."""
    body: bytes = b""
    cause: Optional[str] = None
    """The operating system's error code, such as ECONNREFUSED."""
    never_sent: bool = False
    """True when the platform cannot have received the request."""


class _Sending:
    """A connection that another thread can end."""

    def __init__(self, settings: ClientSettings, request: Request, limit_seconds: float) -> None:
        self.settings = settings
        self.request = request
        parts = urlsplit(request.url)
        self.target = parts.path + (f"?{parts.query}" if parts.query else "")
        kind = http.client.HTTPSConnection
        if parts.scheme.lower() == "http":
            kind = http.client.HTTPConnection  # type: ignore[assignment]
        self.connection = kind(parts.hostname or "", parts.port, timeout=limit_seconds)
        self.is_sent = False
        self.received: "tuple[Optional[int], dict[str, str]]" = (None, {})

    def run(self) -> Attempt:
        try:
            return self._exchange()
        except (OSError, http.client.HTTPException) as error:
            status, headers = self.received
            kind = "timeout" if isinstance(error, socket.timeout) else "network"
            cause = None if kind == "timeout" else _cause(error)
            return Attempt(kind, status, headers, cause=cause, never_sent=not self.is_sent)
        finally:
            self.connection.close()

    def end(self) -> None:
        """Wakes the other thread; closing alone would not."""
        if self.connection.sock is not None:
            try:
                self.connection.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _exchange(self) -> Attempt:
        self.connection.connect()
        self.is_sent = True
        body = None if self.request.json is None else self.request.json.encode("utf-8")
        self.connection.request(self.request.method, self.target, body, self._headers())
        response = self.connection.getresponse()
        headers: "dict[str, str]" = {}
        for name, value in response.getheaders():
            known = headers.get(name.lower())
            headers[name.lower()] = value if known is None else f"{known}, {value}"
        self.received = (response.status, headers)
        # Following a redirect would send the key to its target.
        if 300 <= response.status < 400:
            return Attempt("redirected", response.status, headers)
        pieces = b""
        while True:
            piece = response.read(_CHUNK_BYTES)
            if not piece:
                return Attempt("answered", response.status, headers, pieces)
            pieces += piece
            if len(pieces) > self.settings.body_bytes_max:
                return Attempt("too_large", response.status, headers)

    def _headers(self) -> "dict[str, str]":
        headers = {
            "x-api-key": self.settings.api_key,
            "accept": "application/json",
            # A compressed answer could exceed the limit before it is counted.
            "accept-encoding": "identity",
            "accept-language": self.settings.language,
            "user-agent": _USER_AGENT,
        }
        if self.request.json is not None:
            headers["content-type"] = "application/json"
        return headers


def send_once(settings: ClientSettings, request: Request, limit_seconds: float) -> Attempt:
    """Sends a request once. Never raises, and ends in time whatever the other side does: the limit
    covers the name's resolution and an answer that comes byte by byte too."""
    sending = _Sending(settings, request, limit_seconds)
    try:
        return within(sending.run, limit_seconds)
    except Late:
        status, headers = sending.received
        sending.end()
        return Attempt("timeout", status, headers, never_sent=not sending.is_sent)


def _cause(error: BaseException) -> Optional[str]:
    if isinstance(error, socket.gaierror):
        return "EAI_AGAIN" if error.errno == socket.EAI_AGAIN else "ENOTFOUND"
    if isinstance(error, ssl.SSLError):
        return error.reason or "SSL"
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno)
    return type(error).__name__
