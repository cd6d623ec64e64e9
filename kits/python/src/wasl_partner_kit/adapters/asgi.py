"""The partner as an ASGI application, or in front of one. It runs in threads of its own."""

from __future__ import annotations

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Awaitable, Callable, Optional
from urllib.parse import quote

from wasl_partner_kit.answers import Answer
from wasl_partner_kit.incoming import BodyUnread, Incoming, mounted_path, raw_path
from wasl_partner_kit.partner import Partner

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]

ADVICE = (
    "Put the partner in front of every middleware that reads the body, or mount it as an ASGI "
    "application."
)

THREADS = 64
"""A lookup or a handler holds one until it ends."""


def asgi_app(partner: Partner, otherwise: Optional[AsgiApp] = None) -> AsgiApp:
    """The partner as an ASGI application:

        app = asgi_app(partner)                  # alone
        app.mount("/payments", asgi_app(partner))  # in FastAPI or Starlette
        app = asgi_app(partner, app)             # in front of another, by its base_path

    Requests outside the partner's paths go to ``otherwise``; without it they get 404.
    """
    threads = ThreadPoolExecutor(THREADS, "wasl-partner-kit")

    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" and otherwise is None:
            return await _lifespan(receive, send)
        path = _path_of(scope, partner) if scope["type"] == "http" else ""
        if otherwise is not None and (scope["type"] != "http" or not partner.owns(path)):
            return await otherwise(scope, receive, send)
        if scope["type"] != "http":
            return None
        loop = asyncio.get_running_loop()
        incoming = _incoming_of(scope, receive, path, loop)
        context = contextvars.copy_context()
        answer = await loop.run_in_executor(threads, context.run, partner.handle, incoming)
        await _send(answer, send)

    return application


def _path_of(scope: Any, partner: Partner) -> str:
    """The raw path. A mount puts its path into ``root_path``, and the servers differ on whether
    ``raw_path`` contains it."""
    raw = scope.get("raw_path")
    if raw:
        whole = raw_path(raw.decode("latin-1"))
    else:
        whole = quote(scope["path"], safe="/%!$&'()*+,;=:@~-._")
    root = quote(scope.get("root_path", ""), safe="/%!$&'()*+,;=:@~-._")
    within = whole[len(root) :] if root and whole.startswith(f"{root}/") else whole
    return mounted_path(partner.owns, within, whole)


def _incoming_of(scope: Any, receive: Any, path: str, loop: Any) -> Incoming:
    def header(name: str) -> Optional[str]:
        wanted = name.encode("ascii")
        values = [value.decode("latin-1") for known, value in scope["headers"] if known == wanted]
        return ", ".join(values) if values else None

    def read_body(bytes_max: int) -> bytes:
        reading = _read_body(receive, header("content-length"), bytes_max)
        return asyncio.run_coroutine_threadsafe(reading, loop).result()

    return Incoming(scope["method"], path, header, read_body, ADVICE)


async def _read_body(receive: Any, length: Optional[str], bytes_max: int) -> bytes:
    if length is not None and length.isascii() and length.isdigit() and int(length) > bytes_max:
        raise BodyUnread("too_large")
    pieces = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyUnread("incomplete")
        pieces += message.get("body", b"")
        if len(pieces) > bytes_max:
            raise BodyUnread("too_large")
        if not message.get("more_body", False):
            break
    if length not in (None, "0") and not pieces:
        raise BodyUnread("already_read")
    return bytes(pieces)


async def _send(answer: Answer, send: Any) -> None:
    headers = [(n.encode("latin-1"), v.encode("latin-1")) for n, v in answer.headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


async def _lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
