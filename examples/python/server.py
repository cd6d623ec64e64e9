"""A partner in plain Python, on the kit's server for development. Its API URL ends with API_PATH."""

import os

from shop import partner
from wasl_partner_kit.adapters.server import serve
from wasl_partner_kit.adapters.wsgi import wsgi_app


def shop(_environ, start_response):
    """Your own WSGI application: the partner stands in front of it."""
    start_response("200 OK", [("content-type", "text/plain")])
    return [b"The shop is open."]


application = wsgi_app(partner, shop, os.environ.get("API_PATH", "/payments"))
"""For gunicorn, uWSGI or mod_wsgi: `gunicorn --threads 8 server`."""

if __name__ == "__main__":
    serve(application, port=int(os.environ.get("PORT", "3000")))
