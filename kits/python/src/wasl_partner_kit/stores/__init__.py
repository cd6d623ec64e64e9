"""Stores of handled events: memory, SQLite, PostgreSQL, MySQL and MariaDB, Django, any other
SQL."""
