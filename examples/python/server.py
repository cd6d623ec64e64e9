"""A partner's two endpoints:

GET  /{reference}          what does this reference cost?
POST /webhooks/platform    this payment was opened, paid, failed
"""

import json
import os
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import shop
import wasl

BODY_BYTES_MAX = 262_144
KINDS = ("payment.initialized", "payment.success", "payment.fail")


def secrets(name):
    """A secret, or several separated by commas while one is being changed for another."""
    found = [secret.strip() for secret in os.environ.get(name, "").split(",") if secret.strip()]
    if not found:
        sys.exit(f"{name} is not set. The platform's operator gives it to you.")
    return found


API_SECRETS = secrets("API_SECRET")
HMAC_SECRETS = secrets("HMAC_SECRET")


def refusal(error, message):
    return {"error": error, "errorMessage": message}


UNAVAILABLE = (503, refusal("SERVICE_UNAVAILABLE", "The service is temporarily unavailable."))


class Partner(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_GET(self):
        self.answer(self.look_up)

    def do_POST(self):
        self.answer(self.receive)

    def answer(self, endpoint):
        try:
            status, body = self.refused() or endpoint()
        except Exception as problem:
            print(f"Not answered: {problem}", file=sys.stderr)
            status, body = UNAVAILABLE
        text = json.dumps(body, ensure_ascii=False).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        if status != 200:
            # A body that was not read would be taken for the next request.
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    def header(self, name):
        """The one value of a header. Two are as good as none."""
        values = self.headers.get_all(name, [])
        return values[0] if len(values) == 1 else None

    def refused(self):
        """Nothing is looked at, and nothing said, before the API secret is right."""
        if not wasl.is_authorized(self.header("Authorization"), API_SECRETS):
            return 401, refusal("UNAUTHORIZED", "The API secret is missing or wrong.")
        if not wasl.is_fresh(self.header("X-Timestamp")):
            return 401, refusal("UNAUTHORIZED", "The X-Timestamp is missing, malformed, or not of now.")
        return None

    def look_up(self):
        # The path as it was sent: a reference may hold a slash, which travels as %2F.
        found = re.fullmatch(r"/([^/?]+)(\?.*)?", self.path)
        if found is None:
            return self.nowhere()
        answer = shop.look_up(unquote(found[1], errors="replace"))
        if answer == "not_found":
            return 404, refusal("NOT_FOUND", "The reference was not found.")
        if answer == "already_paid":
            return 409, refusal("ALREADY_PAID", "The payment is already completed.")
        return UNAVAILABLE if answer == "unavailable" else (200, answer)

    def receive(self):
        if self.path.split("?")[0] != "/webhooks/platform":
            return self.nowhere()
        length = int(self.headers.get("Content-Length", "0"))
        if length > BODY_BYTES_MAX:
            return 413, refusal("PAYLOAD_TOO_LARGE", "The body is larger than 256 KiB.")
        # The bytes as they came. What json.loads and json.dumps make of them is not what was signed.
        body = self.rfile.read(length)
        timestamp, signature = self.header("X-Timestamp"), self.header("X-Signature")
        if not wasl.is_signed(body, timestamp, signature, HMAC_SECRETS):
            return 401, refusal("UNAUTHORIZED", "The X-Signature does not fit the body and the X-Timestamp.")
        return take(body)

    def nowhere(self):
        return 404, refusal("ROUTE_NOT_FOUND", "There is nothing at this path for this method.")


def take(body):
    try:
        sent = json.loads(body)
    except ValueError:
        sent = None
    if not isinstance(sent, dict) or not isinstance(sent.get("event"), str):
        return 400, refusal("BAD_REQUEST", "The body is no event.")
    # A kind that is not known yet: acknowledged, so that it is not sent for three days.
    if sent["event"] not in KINDS:
        return 200, {"success": True}
    data = sent.get("data")
    names = ("reference", "paymentId")
    if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in names):
        return 400, refusal("BAD_REQUEST", "The event has no data.reference or no data.paymentId.")
    shop.take(sent["event"], data)
    return 200, {"success": True}


if __name__ == "__main__":
    shop.prepare()
    address = ("127.0.0.1", int(os.environ.get("PORT", "3000")))
    with ThreadingHTTPServer(address, Partner) as server:
        print(f"The API URL is http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
