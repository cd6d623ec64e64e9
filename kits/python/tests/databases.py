"""The real databases of the tests: SQLite always, PostgreSQL and MariaDB where they and a driver
are."""

from __future__ import annotations

import getpass
import importlib.util
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
import uuid
from contextlib import closing
from typing import Any

from wasl_partner_kit import MysqlStore, PostgresStore, SqliteStore

PARCELS = "create table if not exists parcels (reference varchar(200))"


class Sqlite:
    parameter = "?"
    no_such_table = sqlite3.OperationalError

    def __init__(self, place: str) -> None:
        self.place = place

    def connect(self) -> Any:
        return sqlite3.connect(self.place, timeout=5)

    def store(self) -> Any:
        return SqliteStore(self.place)


class Postgres:
    parameter = "%s"

    def __init__(self, place: str) -> None:
        self.url, self.schema = place.rsplit(" ", 1)

    def connect(self) -> Any:
        import psycopg2

        return psycopg2.connect(self.url, options=f"-c search_path={self.schema}")

    def store(self) -> Any:
        return PostgresStore(self.connect)


class Mariadb:
    parameter = "%s"

    def __init__(self, place: str) -> None:
        self.socket, self.database = place.rsplit(" ", 1)

    def connect(self) -> Any:
        import pymysql

        user = getpass.getuser()
        return pymysql.connect(unix_socket=self.socket, user=user, database=self.database)

    def store(self) -> Any:
        return MysqlStore(self.connect)


KINDS = {"sqlite": Sqlite, "postgresql": Postgres, "mariadb": Mariadb}


def open_database(kind: str, place: str) -> Any:
    return KINDS[kind](place)


def run(database: Any, statement: str, *values: Any) -> int:
    """Runs one statement in its own transaction, and returns the first number of its answer."""
    with closing(database.connect()) as connection:
        cursor = connection.cursor()
        cursor.execute(statement, values)
        row = cursor.fetchone() if cursor.description else None
        connection.commit()
        return 0 if row is None else row[0]


def send_parcel(database: Any, connection: Any, reference: str) -> None:
    statement = f"insert into parcels (reference) values ({database.parameter})"
    with closing(connection.cursor()) as cursor:
        cursor.execute(statement, (reference,))


def count(database: Any, table: str) -> int:
    return run(database, f"select count(*) from {table}")


def why_missing(kind: str) -> str:
    """Why a database is left out; empty when it is there."""
    if kind == "postgresql":
        if importlib.util.find_spec("psycopg2") is None:
            return "there is no psycopg2 (Debian: python3-psycopg2)"
        return "" if os.environ.get("TEST_POSTGRES_URL") else "TEST_POSTGRES_URL names no server"
    if kind == "mariadb":
        if importlib.util.find_spec("pymysql") is None:
            return "there is no PyMySQL (Debian: python3-pymysql)"
        is_there = shutil.which("mariadbd") is not None
        return "" if is_there else "there is no mariadbd (Debian: mariadb-server-core)"
    return ""


class MariadbServer:
    """A server of its own, without rights, on a socket."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="wasl-python-mariadb-")
        self.socket = os.path.join(self.folder, "sock")
        data = os.path.join(self.folder, "data")
        os.mkdir(data)
        options = [f"--datadir={data}", f"--socket={self.socket}", f"--user={getpass.getuser()}"]
        bare = ["--skip-grant-tables", "--skip-networking"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(["mariadbd", "--no-defaults", *options, *bare], **quiet)
        self._wait()

    def _wait(self) -> None:
        import pymysql

        deadline = time.monotonic() + 50
        while True:
            try:
                user = getpass.getuser()
                pymysql.connect(unix_socket=self.socket, user=user).close()
                return
            except pymysql.err.OperationalError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def new_place(self) -> str:
        import pymysql

        name = f"kit_{uuid.uuid4().hex[:12]}"
        with closing(pymysql.connect(unix_socket=self.socket, user=getpass.getuser())) as server:
            server.cursor().execute(f"create database {name}")
        return f"{self.socket} {name}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def new_postgres_place() -> "tuple[str, Any]":
    """A schema of its own, and what drops it."""
    import psycopg2

    url, schema = os.environ["TEST_POSTGRES_URL"], f"kit_{uuid.uuid4().hex[:12]}"

    def execute(statement: str) -> None:
        with closing(psycopg2.connect(url)) as server:
            server.autocommit = True
            server.cursor().execute(statement)

    execute(f"create schema {schema}")
    return f"{url} {schema}", lambda: execute(f"drop schema {schema} cascade")
