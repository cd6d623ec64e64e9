"""The lists that the platform gives a partner: its payments (D31) and its statements (D32)."""

from __future__ import annotations

from wasl_partner_kit.wire import checks as c
from wasl_partner_kit.wire.bodies import DELIVERY_STATES, PAYMENT_STAGES, channel, currency

GUID = c.pattern(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
    "a UUID",
)

PAYMENTS_LIMIT_MAX = 500
STATEMENTS_LIMIT_MAX = 200

cursor = c.pattern(r"[A-Za-z0-9_-]{1,512}", "the nextCursor of an earlier page")

payment_list = c.object_of(
    {
        "items": c.array_of(
            c.object_of(
                {
                    "reference": c.reference,
                    "paymentId": GUID,
                    "channel": channel,
                    "stage": c.one_of(*PAYMENT_STAGES),
                    "amount": c.amount,
                    "refundedAmount": c.sum_of_money,
                    "currency": currency,
                    "businessDate": c.business_date,
                    "openedAt": c.time,
                    "paidAt": c.nullable(c.time),
                    "refundedAt": c.nullable(c.time),
                    "webhookDelivery": c.one_of(*DELIVERY_STATES),
                    "statementId": c.nullable(GUID),
                }
            )
        ),
        "nextCursor": c.nullable(c.string),
        "completeThrough": c.nullable(c.business_date),
    }
)

SUMS = ("gross", "refunds", "fees", "vat", "adjustments", "carriedForward", "net")

statement_list = c.object_of(
    {
        "items": c.array_of(
            c.object_of(
                {
                    "statementId": GUID,
                    "number": c.string,
                    "from": c.business_date,
                    "to": c.business_date,
                    "status": c.string,
                    **{name: c.sum_of_money for name in SUMS},
                    "currency": currency,
                    "closedAt": c.time,
                    "paidAt": c.nullable(c.time),
                }
            )
        ),
        "nextCursor": c.nullable(c.string),
    }
)
