"""ASGI, on uvicorn."""

import os

import uvicorn
from records import partner
from wasl_partner_kit.adapters.asgi import asgi_app

inner = asgi_app(partner)


async def app(scope, receive, send):
    if scope["type"] == "http" and scope["path"].startswith("/payments/"):
        scope = {**scope, "root_path": "/payments", "path": scope["path"][len("/payments") :]}
    await inner(scope, receive, send)


uvicorn.run(app, port=int(os.environ["PORT"]), log_level="warning")
