"""The partner as a view of Django, under WSGI and ASGI."""

from __future__ import annotations

from typing import Any, Callable, Optional
from urllib.parse import quote

from wasl_partner_kit.adapters import wsgi
from wasl_partner_kit.incoming import BodyUnread, Incoming, mounted_path, raw_path
from wasl_partner_kit.partner import Partner
from wasl_partner_kit.within import THREAD_END

ADVICE = (
    "In Django, no middleware may read the request before the partner's view: request.body kept by "
    "Django is used, a stream that was read is not."
)


def django_view(partner: Partner, path: str = "") -> Callable[..., Any]:
    """The partner as a view, at the path of its API URL:

        urlpatterns = [re_path(r"^payments/", django_view(partner, "/payments"))]

    Without ``path``, the partner's ``base_path`` is the path of the API URL. The view needs no CSRF
    token: the platform has an API secret instead.
    """
    mount = path.rstrip("/")

    def view(request: Any, *_args: object, **_names: object) -> Any:
        from django.db import connections
        from django.http import HttpResponse

        # A lookup and a handler run in threads of the kit, with database connections of their own.
        ending = THREAD_END.set(connections.close_all)
        try:
            answer = partner.handle(_incoming_of(request, partner, mount))
        finally:
            THREAD_END.reset(ending)
        response = HttpResponse(answer.body, status=answer.status)
        for name, value in answer.headers.items():
            response[name] = value
        return response

    view.csrf_exempt = True  # type: ignore[attr-defined]
    return view


def _incoming_of(request: Any, partner: Partner, mount: str) -> Incoming:
    def header(name: str) -> Optional[str]:
        return request.META.get("HTTP_" + name.upper().replace("-", "_"))

    def read_body(bytes_max: int) -> bytes:
        return _read_body(request, bytes_max)

    return Incoming(request.method, _path_of(request, partner, mount), header, read_body, ADVICE)


def _path_of(request: Any, partner: Partner, mount: str) -> str:
    scope = getattr(request, "scope", None)
    if scope is None:
        return wsgi.path_of(_environ(request), partner, mount) or ""
    raw = scope.get("raw_path")
    whole = raw_path(raw.decode("latin-1")) if raw else quote(scope["path"], safe="/")
    root = quote(scope.get("root_path", ""), safe="/")
    within = whole[len(root) :] if root and whole.startswith(f"{root}/") else whole
    if mount and within.startswith(f"{mount}/"):
        within = within[len(mount) :]
    return mounted_path(partner.owns, within, whole)


def _environ(request: Any) -> "dict[str, Any]":
    """Django decodes both paths to text; WSGI has their bytes as Latin-1."""
    names = ("PATH_INFO", "SCRIPT_NAME")
    decoded = {name: request.META.get(name, "").encode("utf-8").decode("latin-1") for name in names}
    return {**request.META, **decoded}


def _read_body(request: Any, bytes_max: int) -> bytes:
    from django.core.exceptions import RequestDataTooBig
    from django.http import RawPostDataException, UnreadablePostError

    length = request.META.get("CONTENT_LENGTH") or "0"
    if str(length).isdigit() and int(length) > bytes_max:
        raise BodyUnread("too_large")
    try:
        body = request.body
    except RawPostDataException:
        raise BodyUnread("already_read") from None
    except RequestDataTooBig:
        raise BodyUnread("too_large") from None
    except UnreadablePostError:
        raise BodyUnread("incomplete") from None
    if len(body) > bytes_max:
        raise BodyUnread("too_large")
    if str(length).isdigit() and len(body) < int(length):
        raise BodyUnread("incomplete")
    return body
