"""The partner as a WSGI application, or in front of one.

WSGI decodes the path, and so makes ``INV%2F2026`` and ``INV/2026`` the same. The adapter reads the
path as it was sent where the server gives it: ``RAW_URI`` (gunicorn, the development servers of
Flask and of this kit) or ``REQUEST_URI`` (uWSGI, mod_wsgi, nginx). Where there is neither,
everything behind the path of the API URL counts as the reference, because lookups have no other
slash.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Callable, Iterable, Optional
from urllib.parse import quote

from wasl_partner_kit.answers import Answer
from wasl_partner_kit.incoming import BodyUnread, Incoming, mounted_path, raw_path
from wasl_partner_kit.partner import Partner

Environ = "dict[str, Any]"
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Any, StartResponse], Iterable[bytes]]

ADVICE = "Put the partner's WSGI application in front of every middleware that reads wsgi.input."


def wsgi_app(
    partner: Partner, otherwise: Optional[WsgiApp] = None, mount: str = "", advice: str = ADVICE
) -> WsgiApp:
    """The partner as a WSGI application:

        application = wsgi_app(partner)                          # alone
        application = wsgi_app(partner, application, "/payments")  # in front of another

    ``mount`` is the path of the API URL, unless it is the partner's ``base_path``. Requests outside
    the partner's paths go to ``otherwise``; without it they get 404.
    """

    def application(environ: Any, start_response: StartResponse) -> Iterable[bytes]:
        path = path_of(environ, partner, mount)
        if otherwise is not None and (path is None or not partner.owns(path)):
            return otherwise(environ, start_response)
        answer = partner.handle(incoming_of(environ, path or "", advice))
        start_response(status_line(answer), list(answer.headers.items()))
        return [answer.body]

    return application


def path_of(environ: Any, partner: Partner, mount: str) -> Optional[str]:
    """The raw path relative to the partner; None outside the mount."""
    script = quote(environ.get("SCRIPT_NAME", ""), safe="/%!$&'()*+,;=:@~-._", encoding="latin-1")
    target = environ.get("RAW_URI") or environ.get("REQUEST_URI")
    if target:
        whole = raw_path(target)
    else:
        whole = _path_without_raw_uri(environ, partner, script, mount)
    within = whole[len(script) :] if script and whole.startswith(f"{script}/") else whole
    if mount == "":
        return mounted_path(partner.owns, within, whole)
    if not within.startswith(f"{mount}/"):
        return None
    return mounted_path(partner.owns, within[len(mount) :], within)


def _path_without_raw_uri(environ: Any, partner: Partner, script: str, mount: str) -> str:
    """Encodes the decoded path again. Behind the path of the API URL a slash belongs to the
    reference."""
    path = environ.get("PATH_INFO", "")
    whole = script + quote(path, safe="/", encoding="latin-1")
    if environ.get("REQUEST_METHOD") != "GET":
        return whole
    for base in (script + mount + partner.settings.paths.base_path, script + mount, script):
        start = f"{base}/"
        if whole.startswith(start):
            return start + whole[len(start) :].replace("/", "%2F")
    return whole


def incoming_of(environ: Any, path: str, advice: str) -> Incoming:
    def header(name: str) -> Optional[str]:
        return environ.get("HTTP_" + name.upper().replace("-", "_"))

    def read_body(bytes_max: int) -> bytes:
        return read_input(environ, bytes_max)

    return Incoming(environ.get("REQUEST_METHOD", "GET"), path, header, read_body, advice)


def read_input(environ: Any, bytes_max: int) -> bytes:
    """The raw body. Raises BodyUnread."""
    length = environ.get("CONTENT_LENGTH") or ""
    if length == "" and environ.get("wsgi.input_terminated"):
        # A body in chunks, from a server that ends it.
        body = environ["wsgi.input"].read(bytes_max + 1)
        if len(body) > bytes_max:
            raise BodyUnread("too_large")
        return body
    size = int(length) if length.isascii() and length.isdigit() else 0
    if size > bytes_max:
        raise BodyUnread("too_large")
    body = b""
    try:
        while len(body) < size:
            piece = environ["wsgi.input"].read(size - len(body))
            if not piece:
                break
            body += piece
    except OSError:
        raise BodyUnread("incomplete") from None
    if len(body) < size:
        # A middleware that read the bytes left none of them; a broken connection sent some.
        raise BodyUnread("already_read" if body == b"" else "incomplete")
    return body


def status_line(answer: Answer) -> str:
    return f"{answer.status} {HTTPStatus(answer.status).phrase}"
