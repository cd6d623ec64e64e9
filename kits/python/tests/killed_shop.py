"""A shop that kills its own process: in a handler, or between handling and answering."""

from __future__ import annotations

import os
import signal
import sys

from databases import open_database, send_parcel
from support import API_SECRET, HMAC_SECRET

from wasl_partner_kit import NOT_FOUND, Partner
from wasl_partner_kit.adapters.server import make_development_server
from wasl_partner_kit.adapters.wsgi import wsgi_app

KIND, PLACE, KILL_AT = sys.argv[1:]

database = open_database(KIND, PLACE)


def die(here: str) -> None:
    if here == KILL_AT:
        os.kill(os.getpid(), signal.SIGKILL)


def send(event, context) -> None:
    send_parcel(database, context.transaction, event.reference)
    die("in the handler")


class DyingStore:
    inner = database.store()

    def once(self, key, run):
        outcome = self.inner.once(key, run)
        die("between handling and answering")
        return outcome


partner = Partner(
    api_secret=API_SECRET,
    hmac_secret=HMAC_SECRET,
    lookup=lambda _reference: NOT_FOUND,
    on_success=send,
    store=DyingStore(),
)

with make_development_server(wsgi_app(partner), port=0) as server:
    print(server.server_port, flush=True)
    server.serve_forever()
