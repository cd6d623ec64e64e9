"""A shop for the certification: orders in SQLite, one for each case of a run."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from wasl_partner_kit import (
    ALREADY_PAID,
    NOT_FOUND,
    UNAVAILABLE,
    AmountLabel,
    DetailLabel,
    Partner,
    Payable,
    SqliteStore,
)

DATA_FILE = os.environ["DATA_FILE"]

PAYABLE = (
    "INV-2026-0001",
    "INV-2026-0004",
    "INV-2026-0005",
    "INV-2026-0006",
    "فاتورة الماء/٢٠٢٦",
    "A+B 100% c?d#e",
    "École:№7/T1",
    "CMD 2026 07",
    "//double//slash/",
)

# Each order has its own price, so that mixed-up orders show.
ORDERS = [(reference, 184_550 + 100 * place, None) for place, reference in enumerate(PAYABLE)]
ORDERS += [("INV-2026-0002", 250_000, "earlier"), ("INV-2026-0003", 250_000, "unavailable")]

TABLE = """create table if not exists orders (
  reference text primary key, centimes integer, paid_by text
)"""
ADD = "insert into orders values (?, ?, ?) on conflict do nothing"


def prepare() -> None:
    Path(DATA_FILE).parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(DATA_FILE)) as database, database:
        database.execute("pragma journal_mode = wal")
        database.execute(TABLE)
        database.executemany(ADD, ORDERS)
    store.create_table()


def lookup(reference: str) -> object:
    with closing(sqlite3.connect(DATA_FILE)) as database:
        row = find(database, reference)
    if row is None:
        return NOT_FOUND
    centimes, paid_by = row
    if paid_by is not None:
        return UNAVAILABLE if paid_by == "unavailable" else ALREADY_PAID
    lines = (
        AmountLabel(centimes=centimes - 15_000, label_fr="Consommation", label_ar="الاستهلاك"),
        AmountLabel("150.00", label_fr="Redevance fixe", label_en="Fixed charge"),
    )
    return Payable(centimes=centimes, amount_detail=lines, details=[DetailLabel("2026-10")])


def find(database: sqlite3.Connection, reference: str) -> "tuple[int, str] | None":
    query = "select centimes, paid_by from orders where reference = ?"
    return database.execute(query, (reference,)).fetchone()


def mark_paid(event, context) -> None:
    database = context.transaction
    if event.qr_code_token is not None:
        database.execute(ADD, (event.reference, event.centimes, None))
    row = find(database, event.reference)
    if row is None:
        raise ValueError(f"There is no order {event.reference}.")
    centimes, paid_by = row
    if paid_by not in (None, event.payment_id) or centimes != event.centimes:
        raise ValueError(f"Payment {event.payment_id} does not match {event.reference}.")
    paid = "update orders set paid_by = ? where reference = ?"
    database.execute(paid, (event.payment_id, event.reference))


def secrets(name: str) -> "list[str]":
    return os.environ.get(name, "").split(",")


store = SqliteStore(DATA_FILE)

partner = Partner(
    api_secret=secrets("API_SECRET"),
    hmac_secret=secrets("HMAC_SECRET"),
    lookup=lookup,
    on_success=mark_paid,
    store=store,
)
prepare()
