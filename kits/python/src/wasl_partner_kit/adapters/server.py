"""A server for development, tests and the certification, with the standard library alone."""

from __future__ import annotations

from socketserver import ThreadingMixIn
from typing import Any, Union
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from wasl_partner_kit.adapters.wsgi import WsgiApp, wsgi_app
from wasl_partner_kit.partner import Partner


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128


class _Handler(WSGIRequestHandler):
    timeout = 30
    """A client that sends nothing for so many seconds loses its connection."""

    def get_environ(self) -> "dict[str, Any]":
        # WSGI decodes the path; the adapter needs it as it was sent.
        return {**super().get_environ(), "RAW_URI": self.path}

    def log_message(self, *_args: Any) -> None:
        """The partner's log says more."""


def make_development_server(
    app: Union[Partner, WsgiApp], host: str = "127.0.0.1", port: int = 3000
) -> WSGIServer:
    application = wsgi_app(app) if isinstance(app, Partner) else app
    return make_server(host, port, application, _Server, _Handler)


def serve(app: Union[Partner, WsgiApp], host: str = "127.0.0.1", port: int = 3000) -> None:
    """Serves a partner, or a WSGI application with one in it, until it is stopped. For development:
    in production use gunicorn, uWSGI, mod_wsgi or uvicorn."""
    with make_development_server(app, host, port) as server:
        print(f"The API URL is http://{host}:{server.server_port}", flush=True)
        server.serve_forever()
