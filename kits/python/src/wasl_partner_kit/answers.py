"""All answers of the kit. Every one is valid JSON (section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional

from wasl_partner_kit.wire.json_text import write_json


@dataclass(frozen=True)
class Answer:
    """A response, independent of the server. Names of headers are in lowercase."""

    status: int
    headers: Mapping[str, str]
    body: bytes


# The first four are the specification's (section 7.1); the others are the kit's own, for requests
# that the platform never sends, and for failures without a code in the specification.
ERRORS = {
    "UNAUTHORIZED": (
        401,
        "The API secret is missing or wrong. Send the header Authorization: Bearer <API_SECRET>.",
    ),
    "NOT_FOUND": (
        404,
        "No payment was found under this reference. Check the reference with the payer.",
    ),
    "ALREADY_PAID": (409, "This payment is already completed. Do not collect it again."),
    "SERVICE_UNAVAILABLE": (
        503,
        "The service is temporarily unavailable. Try again in a few minutes.",
    ),
    "BAD_REQUEST": (400, "The request is invalid."),
    "ROUTE_NOT_FOUND": (
        404,
        "No endpoint has this path. Lookups are GET {API_URL}/{reference}, "
        "webhooks POST {API_URL}/webhooks/platform. Check the URLs given to the platform.",
    ),
    "METHOD_NOT_ALLOWED": (405, "This path does not allow this method."),
    "PAYLOAD_TOO_LARGE": (413, "The body is too large."),
    "INTERNAL_ERROR": (500, "The event could not be handled. Send it again later."),
}


def json_answer(
    status: int, value: object, headers: Optional[Mapping[str, str]] = None
) -> Answer:
    body = write_json(value).encode("utf-8")
    own = {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "content-length": str(len(body)),
    }
    return Answer(status, {**own, **(headers or {})}, body)


def error_answer(
    code: str, message: Optional[str] = None, headers: Optional[Mapping[str, str]] = None
) -> Answer:
    """An error body (section 2.3) with the status of its code."""
    status, default = ERRORS[code]
    body = {"error": code, "errorMessage": default if message is None else message}
    return json_answer(status, body, headers)


def unauthorized_answer(message: Optional[str] = None) -> Answer:
    """401, with the header that RFC 9110 requires."""
    return error_answer("UNAUTHORIZED", message, {"www-authenticate": "Bearer"})


ACKNOWLEDGEMENT = json_answer(200, {"success": True})
"""200 ``{"success":true}`` (section 2.5)."""
