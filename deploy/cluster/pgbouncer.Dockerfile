FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
RUN chown -R postgres /etc/pgbouncer
USER postgres
ENTRYPOINT ["/bin/sh", "-c", "printf '\"jetscope\" \"%s\"\\n' \"$JETSCOPE_PASSWORD\" > /etc/pgbouncer/userlist.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
