"""Flask, on its own server."""

import os

from flask import Flask, request
from records import partner

from wasl_partner_kit.adapters.flask import mount_on_flask

app = Flask(__name__)


@app.before_request
def reads_every_body() -> None:
    """As some extensions do; the partner stands in front of them."""
    request.get_data()


mount_on_flask(app, "/payments", partner)
app.run(port=int(os.environ["PORT"]), threaded=True)
