"""A partner's two endpoints:

GET  /{reference}          returns the payment details of a reference
POST /webhooks/platform    receives the events of payments
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
    """One secret, or several separated by commas during a rotation."""
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
            # The body may be unread, and would be parsed as the next request.
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(text)

    def header(self, name):
        """The value of a header, or None when it is missing or repeated."""
        values = self.headers.get_all(name, [])
        return values[0] if len(values) == 1 else None

    def refused(self):
        """The refusal of a request with a wrong API secret or timestamp, or None."""
        if not wasl.is_authorized(self.header("Authorization"), API_SECRETS):
            return 401, refusal("UNAUTHORIZED", "The API secret is missing or wrong.")
        if not wasl.is_fresh(self.header("X-Timestamp")):
            return 401, refusal("UNAUTHORIZED", "The X-Timestamp is missing, malformed, or more than 300 s off.")
        return None

    def look_up(self):
        # The path is not decoded yet: a slash in a reference is sent as %2F.
        found = re.fullmatch(r"/([^/?]+)(\?.*)?", self.path)
        if found is None:
            return self.no_endpoint()
        answer = shop.look_up(unquote(found[1], errors="replace"))
        if answer == "not_found":
            return 404, refusal("NOT_FOUND", "The reference was not found.")
        if answer == "already_paid":
            return 409, refusal("ALREADY_PAID", "The payment is already completed.")
        return UNAVAILABLE if answer == "unavailable" else (200, answer)

    def receive(self):
        if self.path.split("?")[0] != "/webhooks/platform":
            return self.no_endpoint()
        length = int(self.headers.get("Content-Length", "0"))
        if length > BODY_BYTES_MAX:
            return 413, refusal("PAYLOAD_TOO_LARGE", "The body is larger than 256 KiB.")
        # The raw bytes. json.dumps(json.loads(body)) can differ from the bytes that were signed.
        body = self.rfile.read(length)
        timestamp, signature = self.header("X-Timestamp"), self.header("X-Signature")
        if not wasl.is_signed(body, timestamp, signature, HMAC_SECRETS):
            return 401, refusal("UNAUTHORIZED", "The X-Signature does not match the body and the X-Timestamp.")
        return take(body)

    def no_endpoint(self):
        return 404, refusal("ROUTE_NOT_FOUND", "No endpoint has this method and path.")


def take(body):
    try:
        sent = json.loads(body)
    except ValueError:
        sent = None
    if not isinstance(sent, dict) or not isinstance(sent.get("event"), str):
        return 400, refusal("BAD_REQUEST", "The body is not an event.")
    # Acknowledge unknown kinds, or the platform retries them for three days.
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
