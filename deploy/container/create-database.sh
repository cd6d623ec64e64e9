#!/bin/sh
# Creates the platform's user and database. The image of PostgreSQL runs it once, on an empty volume.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$WASL_DB_PASSWORD" --username=postgres --dbname=postgres <<'SQL'
create role wasl login password :'password';
create database wasl owner wasl encoding 'UTF8' template template0;
grant pg_read_all_stats to wasl;
SQL
