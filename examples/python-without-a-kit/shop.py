"""The shop's records in SQLite: orders, payments and handled events."""

import json
import os
import sqlite3
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
DATA_FILE = Path(os.environ.get("DATA_FILE") or HERE / ".wasl" / "shop.sqlite")

TABLES = """
create table if not exists orders (
  reference text primary key, details text not null, centimes integer not null,
  paid_by text, unavailable integer not null
);
create table if not exists handled_events (key text primary key, handled_at text not null);
"""

ADD_ORDER = "insert into orders values (?, ?, ?, ?, ?) on conflict do nothing"


def prepare():
    """Creates the tables and adds the orders of references.json that are missing."""
    DATA_FILE.parent.mkdir(parents=True, exist_ok=True)
    with _connection() as database:
        database.executescript(TABLES)
        for order in json.loads((HERE / "references.json").read_text("utf-8")):
            details = {
                "reference": order["reference"],
                "total_amount": order["total_amount"],
                "currency": "DZD",
                "amount_detail": order.get("amount_detail", []),
                "details": order.get("details", []),
            }
            database.execute(
                ADD_ORDER,
                (
                    order["reference"],
                    json.dumps(details),
                    _centimes(order["total_amount"]),
                    "an earlier payment" if order.get("paid") else None,
                    bool(order.get("unavailable")),
                ),
            )


def look_up(reference):
    """'not_found', 'already_paid', 'unavailable', or the payment details."""
    with _connection() as database:
        row = database.execute(
            "select details, paid_by, unavailable from orders where reference = ?", (reference,)
        ).fetchone()
    if row is None:
        return "not_found"
    details, paid_by, unavailable = row
    if paid_by is not None:
        return "already_paid"
    return "unavailable" if unavailable else json.loads(details)


def take(event, data):
    """Handles each event once: "seen" and "paid" are one transaction.

    An event that raises is not acknowledged; the platform keeps it and shows its operator that it fails.
    """
    with _connection() as database:
        # Simultaneous copies of an event wait for each other here.
        database.execute("begin immediate")
        added = database.execute(
            "insert into handled_events values (?, datetime('now')) on conflict do nothing",
            (f"{event}:{data['paymentId']}",),
        )
        if added.rowcount == 1 and event == "payment.success":
            _mark_paid(database, data)
        database.execute("commit")


def _mark_paid(database, data):
    reference, payment_id = data["reference"], data["paymentId"]
    if isinstance(data.get("qrCodeToken"), str):
        _add_counter_sale(database, data)
    order = database.execute(
        "select centimes, paid_by from orders where reference = ?", (reference,)
    ).fetchone()
    if order is None:
        raise ValueError(f"Payment {payment_id} is for the unknown order {reference}.")
    centimes, paid_by = order
    if paid_by not in (None, payment_id):
        raise ValueError(f"{reference} is already paid by {paid_by}; refused {payment_id}.")
    if _centimes(data.get("amount", 0)) != centimes:
        raise ValueError(f"{reference} costs {centimes} centimes; {payment_id} paid another amount.")
    database.execute("update orders set paid_by = ? where reference = ?", (payment_id, reference))


def _add_counter_sale(database, data):
    """A payment by the QR code on the counter has no earlier order: the payment is the order.

    Without a qrConfigKind the payer chose the amount: check it before you hand over the goods.
    """
    reference, amount = data["reference"], data["amount"]
    sale = {
        "reference": reference,
        "total_amount": amount,
        "qrCodeToken": data["qrCodeToken"],
        "qrConfigKind": data.get("qrConfigKind"),
    }
    database.execute(ADD_ORDER, (reference, json.dumps(sale), _centimes(amount), None, False))


def _centimes(dinars):
    """Compare money in whole centimes, never as floating-point numbers."""
    return round(dinars * 100)


@contextmanager
def _connection():
    # isolation_level=None: only our own "begin" starts a transaction. Closing rolls back an open one.
    database = sqlite3.connect(DATA_FILE, timeout=5, isolation_level=None)
    try:
        yield database
    finally:
        database.close()
