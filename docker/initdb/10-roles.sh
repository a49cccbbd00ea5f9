#!/bin/bash
# Runs once, when the database volume is new: the owner migrates, the app serves and owns nothing.
# What the app may do is granted by the migrations.
set -euo pipefail

psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
	--set owner_password="$PANBOOK_OWNER_PASSWORD" --set app_password="$PANBOOK_APP_PASSWORD" <<'SQL'
CREATE ROLE panbook_owner LOGIN CREATEROLE PASSWORD :'owner_password';
CREATE ROLE panbook_app LOGIN PASSWORD :'app_password';
GRANT panbook_app TO panbook_owner WITH INHERIT FALSE, SET TRUE;
CREATE DATABASE panbook OWNER panbook_owner ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0;
SQL
