#!/bin/sh
# Creates the role that serves, when compose.yaml makes its PostgreSQL: the image runs this file once, on an empty volume.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$SERVING_PASSWORD" <<'END'
CREATE ROLE vialproof_app LOGIN PASSWORD :'password';
END
