"""WSGI, on the server of the kit."""

import os

from records import partner

from wasl_partner_kit.adapters.server import serve
from wasl_partner_kit.adapters.wsgi import wsgi_app


def shop(_environ, start_response):
    start_response("200 OK", [("content-type", "text/plain")])
    return [b"the shop"]


serve(wsgi_app(partner, shop, "/payments"), port=int(os.environ["PORT"]))
