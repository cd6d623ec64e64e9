"""WSGI on a server that gives only the decoded path."""

import os
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from records import partner

from wasl_partner_kit.adapters.wsgi import wsgi_app


class Server(ThreadingMixIn, WSGIServer):
    request_queue_size = 128


class Handler(WSGIRequestHandler):
    timeout = 30


app = wsgi_app(partner, mount="/payments")
make_server("127.0.0.1", int(os.environ["PORT"]), app, Server, Handler).serve_forever()
