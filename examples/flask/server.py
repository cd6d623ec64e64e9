"""A partner on Flask. Its API URL ends with /payments."""

import os

from flask import Flask
from shop import partner
from wasl_partner_kit.adapters.flask import mount_on_flask

app = Flask(__name__)
mount_on_flask(app, "/payments", partner)


@app.get("/")
def home():
    return "The shop is open."


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")), threaded=True)
