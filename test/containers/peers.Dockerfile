# HAProxy, Prometheus and PgBouncer from Debian's packages, for tests on a machine that reaches no image registry.
ARG BASE=node:24-slim
FROM ${BASE} AS haproxy
RUN apt-get update && apt-get install -y --no-install-recommends haproxy && rm -rf /var/lib/apt/lists/*
USER haproxy
ENTRYPOINT ["haproxy", "-W", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]

FROM ${BASE} AS prometheus
RUN apt-get update && apt-get install -y --no-install-recommends prometheus && rm -rf /var/lib/apt/lists/* \
  && mkdir /prometheus && chown nobody /prometheus
USER nobody
ENTRYPOINT ["prometheus"]

# Transaction mode needs PgBouncer 1.21, which is newer than that of Debian 12.
FROM ${BASE} AS pgbouncer
RUN echo 'deb http://deb.debian.org/debian trixie main' >/etc/apt/sources.list.d/trixie.list \
  && apt-get update && apt-get install -y --no-install-recommends -t trixie pgbouncer && rm -rf /var/lib/apt/lists/*
USER postgres
