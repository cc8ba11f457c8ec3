# PostgreSQL with Patroni, from Debian packages.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-15 patroni python3-etcd python3-psycopg2 \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15
COPY patroni.yml /etc/patroni.yml
COPY start-patroni.sh /usr/local/bin/start-patroni
USER postgres
ENTRYPOINT ["/bin/sh", "/usr/local/bin/start-patroni"]
