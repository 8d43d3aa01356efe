#!/bin/bash
# The postgres image runs this at the first start of an empty volume. Each service has a database with two roles: the owner
# makes the tables, and the service's own role gets its rights from the migrations. Neither enters another's database.
set -e

make_database() {
  psql -v ON_ERROR_STOP=1 -h /var/run/postgresql -U "${POSTGRES_USER:-postgres}" -d postgres --no-psqlrc \
    -v name="$1" -v password="$2" -v owner="$1_owner" -v owner_password="$OWNER_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"owner";
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"name" TO :"name";
SQL
}

# Backups of the Compose profile `small` read the whole cluster from another container.
echo 'host replication postgres all scram-sha-256' >>"$PGDATA/pg_hba.conf"

make_database haru_auth "$AUTH_DATABASE_PASSWORD"
make_database haru_sites "$SITES_DATABASE_PASSWORD"
make_database haru_feedback "$FEEDBACK_DATABASE_PASSWORD"
