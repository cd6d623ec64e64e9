"""The partner in an application of FastAPI or Starlette."""

from __future__ import annotations

from typing import Any

from wasl_partner_kit.adapters.asgi import asgi_app
from wasl_partner_kit.partner import Partner


def mount_on_fastapi(app: Any, path: str, partner: Partner) -> None:
    """Answers the platform's requests below a path:

        mount_on_fastapi(app, "/payments", partner)

    The lookup and the handlers are plain functions; they run in threads and do not block the event
    loop.
    """
    app.mount(path, asgi_app(partner))
