#!/bin/sh
# Starts Patroni under the name of this container. The first server creates the database and role of Jetscope.
set -eu
export PATRONI_NAME="$(hostname)"
export PATRONI_RESTAPI_CONNECT_ADDRESS="$PATRONI_NAME:8008"
export PATRONI_POSTGRESQL_CONNECT_ADDRESS="$PATRONI_NAME:5432"
export PATRONI_POSTGRESQL_BIN_DIR=/usr/lib/postgresql/15/bin
cat > /tmp/after-bootstrap <<'SCRIPT'
#!/bin/sh
psql -d "$1" -v ON_ERROR_STOP=1 -v password="$JETSCOPE_PASSWORD" <<'SQL'
CREATE ROLE jetscope LOGIN PASSWORD :'password';
CREATE DATABASE jetscope OWNER jetscope;
SQL
SCRIPT
chmod +x /tmp/after-bootstrap
{
  sed 's|^bootstrap:|bootstrap:\n  post_bootstrap: /tmp/after-bootstrap|' /etc/patroni.yml
  cat <<'YAML'
  pg_hba:
    - local all all trust
    - host replication replicator all scram-sha-256
    - host all all all scram-sha-256
YAML
} > /tmp/patroni.yml
exec patroni /tmp/patroni.yml
