"""The shop's orders in SQLite. Replace this file with your own database."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from wasl_partner_kit import AmountLabel, DetailLabel, Payable, SqliteStore

HERE = Path(__file__).parent
DATA_FILE = Path(os.environ.get("DATA_FILE") or HERE / ".wasl" / "shop.sqlite")
DATA_FILE.parent.mkdir(parents=True, exist_ok=True)

store = SqliteStore(DATA_FILE)
"""Records handled events in the same database, and so in the transaction of "paid"."""

TABLE = """
create table if not exists orders (
  reference text primary key, details text not null, centimes integer not null,
  paid_by text, unavailable integer not null
)
"""
ADD = "insert into orders values (?, ?, ?, ?, ?) on conflict do nothing"


def prepare():
    """Creates the tables and adds the orders of references.json that are missing."""
    store.create_table()
    # Amounts stay text until they are centimes: a float would lose some.
    orders = json.loads((HERE / "references.json").read_text("utf-8"), parse_float=str)
    with closing(sqlite3.connect(DATA_FILE)) as database, database:
        database.execute(TABLE)
        for order in orders:
            paid_by = "an earlier payment" if order.get("paid") else None
            amounts = (centimes(order["total_amount"]), paid_by, bool(order.get("unavailable")))
            database.execute(ADD, (order["reference"], json.dumps(order), *amounts))


def find(reference):
    """(what it costs, who paid it, whether it is unavailable), or None."""
    query = "select details, paid_by, unavailable from orders where reference = ?"
    with closing(sqlite3.connect(DATA_FILE)) as database:
        row = database.execute(query, (reference,)).fetchone()
    return None if row is None else (payable(json.loads(row[0])), row[1], row[2])


def payable(order):
    lines = [{**line, "value": str(line["value"])} for line in order.get("amount_detail", [])]
    details = [DetailLabel(**line) for line in order.get("details", [])]
    return Payable(str(order["total_amount"]), [AmountLabel(**line) for line in lines], details)


def mark_paid(database, event):
    """An event that raises is not acknowledged, and the platform's operator sees that it fails."""
    if event.qr_code_token is not None:
        # A payment by the QR code on the counter has no earlier order: the payment is the order.
        # Without a qr_config_kind the payer chose the amount: check it before you deliver.
        sale = {"total_amount": str(event.amount), "kind": event.qr_config_kind}
        row = (event.reference, json.dumps(sale), event.centimes, None, False)
        database.execute(ADD, row)
    query = "select centimes, paid_by from orders where reference = ?"
    order = database.execute(query, (event.reference,)).fetchone()
    if order is None:
        raise ValueError(f"Payment {event.payment_id} is for the unknown order {event.reference}.")
    if order[1] not in (None, event.payment_id):
        raise ValueError(f"{event.reference} is already paid by {order[1]}.")
    if order[0] != event.centimes:
        raise ValueError(f"{event.reference} costs {order[0]} centimes, not {event.centimes}.")
    paid = "update orders set paid_by = ? where reference = ?"
    database.execute(paid, (event.payment_id, event.reference))


def centimes(dinars):
    whole, _, decimals = str(dinars).partition(".")
    return int(whole) * 100 + int(decimals.ljust(2, "0"))
