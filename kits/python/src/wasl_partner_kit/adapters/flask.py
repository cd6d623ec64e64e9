"""The partner in a Flask application."""

from __future__ import annotations

from typing import Any

from wasl_partner_kit.adapters.wsgi import wsgi_app
from wasl_partner_kit.partner import Partner


def mount_on_flask(app: Any, path: str, partner: Partner) -> None:
    """Answers the platform's requests below a path, in the application's context:

        mount_on_flask(app, "/payments", partner)

    It stands in front of Flask's routing, hooks and extensions: routing merges slashes, and some
    extensions read the body, which the signature covers.
    """
    flask = app.wsgi_app
    mount = path.rstrip("/")
    ours = wsgi_app(partner, flask, mount)

    def application(environ: Any, start_response: Any) -> Any:
        if not environ.get("PATH_INFO", "").startswith(f"{mount}/"):
            return flask(environ, start_response)
        with app.app_context():
            return ours(environ, start_response)

    app.wsgi_app = application
