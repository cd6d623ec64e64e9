"""Converts checked JSON to the results of calls."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from wasl_partner_kit.client.results import (
    ListedPayment,
    ListedStatement,
    PaymentDelivery,
    PaymentPage,
    PaymentStatus,
    QrConfig,
    StatementPage,
)
from wasl_partner_kit.wire.lists import SUMS
from wasl_partner_kit.wire.money import dinars, signed_centimes
from wasl_partner_kit.wire.times import read_time


def _money(value: Any) -> Any:
    centimes = signed_centimes(value)
    return None if centimes is None else dinars(centimes)


def _moment(value: Any) -> Any:
    return read_time(value)


def status_of(body: Any) -> PaymentStatus:
    payment = body["payment"]
    return PaymentStatus(
        stage=body["stage"],
        locked=body["locked"],
        paid=body["paid"],
        lock_release_time=_moment(body["lockReleaseTime"]),
        payment_id=body["paymentId"],
        channel=body["channel"],
        currency=body["currency"],
        amount=_money(body["amount"]),
        payment=None
        if payment is None
        else PaymentDelivery(
            webhook_delivery=payment["webhookDelivery"],
            paid_at=_moment(payment["paidAt"]),
            refunded_at=_moment(payment["refundedAt"]),
            refunded_amount=_money(payment["refundedAmount"]),
        ),
    )


def qr_config_of(body: Any) -> QrConfig:
    return QrConfig(
        qr_code_token=body["qrCodeToken"],
        kind=body["kind"],
        mode=body["mode"],
        currency=body["currency"],
        amounts=tuple(_money(amount) for amount in body["amounts"]),
        expires_at=_moment(body["expiresAt"]),
        single_use=body["singleUse"],
        updated_at=_moment(body["updatedAt"]),
    )


def payment_page_of(body: Any) -> PaymentPage:
    items = tuple(_payment(item) for item in body["items"])
    return PaymentPage(items, body["nextCursor"], body["completeThrough"])


def _payment(item: Any) -> ListedPayment:
    return ListedPayment(
        reference=item["reference"],
        payment_id=item["paymentId"],
        channel=item["channel"],
        stage=item["stage"],
        amount=_money(item["amount"]),
        refunded_amount=_money(item["refundedAmount"]),
        currency=item["currency"],
        business_date=item["businessDate"],
        opened_at=_moment(item["openedAt"]),
        paid_at=_moment(item["paidAt"]),
        refunded_at=_moment(item["refundedAt"]),
        webhook_delivery=item["webhookDelivery"],
        statement_id=item["statementId"],
    )


def statement_page_of(body: Any) -> StatementPage:
    return StatementPage(tuple(_statement(item) for item in body["items"]), body["nextCursor"])


def _statement(item: Any) -> ListedStatement:
    closed_at: datetime = _moment(item["closedAt"])
    net: Decimal = _money(item["net"])
    return ListedStatement(
        statement_id=item["statementId"],
        number=item["number"],
        first_date=item["from"],
        last_date=item["to"],
        status=item["status"],
        net=net,
        currency=item["currency"],
        closed_at=closed_at,
        paid_at=_moment(item["paidAt"]),
        sums={name: _money(item[name]) for name in SUMS},
    )
