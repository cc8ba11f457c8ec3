# PostgreSQL with Patroni, from Debian packages. A new volume gets the owner of the folder that it is mounted at.
FROM debian:bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-15 patroni python3-etcd python3-psycopg2 \
  && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
  && install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
COPY patroni.yml /etc/patroni.yml
COPY start-patroni.sh /usr/local/bin/start-patroni
USER postgres
ENTRYPOINT ["/bin/sh", "/usr/local/bin/start-patroni"]
