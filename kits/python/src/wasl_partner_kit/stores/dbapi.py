"""Stores for the usual drivers (DB-API 2.0): sqlite3; psycopg2 and psycopg; PyMySQL and
mysqlclient."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager
from typing import Any, Callable, Iterator, Optional, Union

from wasl_partner_kit.errors import WrongOption
from wasl_partner_kit.stores.sql import SqlStore
from wasl_partner_kit.stores.statements import TABLE_DEFAULT

Connect = Callable[[], Any]
Release = Optional[Callable[[Any], object]]

BUSY_TIMEOUT_SECONDS = 5.0
"""Longer than a handler takes, and shorter than the platform waits."""


class SqliteStore(SqlStore):
    """Records handled events in SQLite. Handlers receive the connection in its transaction:

        def on_success(event, context):
            context.transaction.execute("update invoices set …", (event.reference,))

    Each event has a connection of its own. Pass the path of the file, or a function that connects.
    """

    def __init__(
        self, database: "Union[str, os.PathLike[str], Connect]", *, table: str = TABLE_DEFAULT
    ) -> None:
        if str(database) in (":memory:", ""):
            problem = (
                "database: expected the path of a file: each connection to memory is a new one"
            )
            raise WrongOption("SqliteStore", problem)
        if callable(database):
            connect = database
        elif isinstance(database, (str, os.PathLike)):
            path = database

            def connect() -> Any:
                return sqlite3.connect(path, timeout=BUSY_TIMEOUT_SECONDS)

        else:
            received = type(database).__name__
            problem = f"database: expected a path or a function that connects, received {received}"
            raise WrongOption("SqliteStore", problem)

        @contextmanager
        def transaction() -> Iterator[Any]:
            with closing(connect()) as connection:
                # Only our own "begin" starts a transaction. Immediate, so that the second writer
                # waits here and does not deadlock later.
                connection.isolation_level = None
                connection.execute("begin immediate")
                try:
                    yield connection
                    connection.execute("commit")
                except BaseException:
                    # After some errors, such as a full disk, SQLite has already rolled back.
                    if connection.in_transaction:
                        connection.execute("rollback")
                    raise

        super().__init__(
            dialect="sqlite", transaction=transaction, execute=_execute, table=table, parameter="?"
        )


class PostgresStore(SqlStore):
    """Records handled events in PostgreSQL, with psycopg2 or psycopg. Handlers receive the
    connection in its transaction.

        PostgresStore(lambda: psycopg2.connect(DSN))
        PostgresStore(pool.getconn, release=pool.putconn)
    """

    def __init__(
        self, connect: Connect, *, release: Release = None, table: str = TABLE_DEFAULT
    ) -> None:
        transaction = _transactions("PostgresStore", connect, release, _begin_postgres)
        super().__init__(
            dialect="postgresql", transaction=transaction, execute=_execute, table=table
        )


class MysqlStore(SqlStore):
    """Records handled events in MySQL or MariaDB, with PyMySQL or mysqlclient. Handlers receive the
    connection in its transaction.

        MysqlStore(lambda: pymysql.connect(host="127.0.0.1", user="shop", database="shop"))
    """

    def __init__(
        self, connect: Connect, *, release: Release = None, table: str = TABLE_DEFAULT
    ) -> None:
        transaction = _transactions("MysqlStore", connect, release, _begin_mysql)
        super().__init__(dialect="mysql", transaction=transaction, execute=_execute, table=table)


def _transactions(
    maker: str, connect: Connect, release: Release, begin: "Callable[[Any], object]"
) -> "Callable[[], Any]":
    if not callable(connect):
        expected = "a function that connects"
        problem = f"connect: expected {expected}, received {type(connect).__name__}"
        raise WrongOption(maker, problem)

    @contextmanager
    def transaction() -> Iterator[Any]:
        connection = connect()
        is_usable = False
        try:
            begin(connection)
            try:
                yield connection
                connection.commit()
            except BaseException:
                connection.rollback()
                is_usable = True
                raise
            is_usable = True
        finally:
            # Closing a connection always rolls back.
            if not is_usable:
                _close(connection)
            (release or _close)(connection)

    return transaction


def _begin_postgres(connection: Any) -> None:
    # Both drivers begin by themselves, unless somebody turned that off.
    if connection.autocommit:
        connection.autocommit = False


def _begin_mysql(connection: Any) -> None:
    with closing(connection.cursor()) as cursor:
        cursor.execute("start transaction")


def _close(connection: Any) -> None:
    try:
        connection.close()
    except Exception:  # It is closed already.
        pass


def _execute(connection: Any, statement: str, values: "tuple[str, ...]") -> int:
    with closing(connection.cursor()) as cursor:
        cursor.execute(statement, values)
        return max(0, int(cursor.rowcount))
