"""What a shop writes on the kit: its lookup, and its "mark as paid"."""

import logging
import os

import orders
from wasl_partner_kit import ALREADY_PAID, NOT_FOUND, UNAVAILABLE, Partner

logging.basicConfig(level=logging.INFO)


def secrets(name):
    """One secret, or several separated by commas during a rotation."""
    return [secret.strip() for secret in os.environ.get(name, "").split(",")]


def look_up(reference):
    order = orders.find(reference)
    if order is None:
        return NOT_FOUND
    payable, paid_by, unavailable = order
    if paid_by is not None:
        return ALREADY_PAID
    return UNAVAILABLE if unavailable else payable


def mark_paid(event, context):
    # The kit begins this transaction, and commits it before it acknowledges the event.
    orders.mark_paid(context.transaction, event)


orders.prepare()
partner = Partner(
    api_secret=secrets("API_SECRET"),
    hmac_secret=secrets("HMAC_SECRET"),
    lookup=look_up,
    on_success=mark_paid,
    store=orders.store,
)
