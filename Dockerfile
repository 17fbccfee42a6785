# One image for all parts of the service: api, worker, scheduler.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
# A compiler for the search kernels; it stays in this stage.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY solver solver
COPY games games
COPY service service
RUN python3 -m venv /opt/pyramid \
    && /opt/pyramid/bin/pip install --no-cache-dir '.[service,cpsat]' \
    # An image whose search is interpreted would be 65 times slower: better none.
    && /opt/pyramid/bin/python -I -c 'import solver, sys; sys.exit(not solver.KERNEL_COMPILED)'

FROM ${BASE}
RUN groupadd --gid 10001 pyramid \
    && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home \
        --home-dir /nonexistent --shell /usr/sbin/nologin pyramid
COPY --from=build /opt/pyramid /opt/pyramid
COPY worker.py /opt/pyramid/worker.py
ENV PATH=/opt/pyramid/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYRAMID_HOST=0.0.0.0 \
    PYRAMID_PORT=8000
USER 10001:10001
WORKDIR /tmp
EXPOSE 8000
# Of the API; compose.yaml turns it off for the parts that don't listen.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import os, http.client as h; c = h.HTTPConnection('127.0.0.1', int(os.environ['PYRAMID_PORT']), timeout=2); c.request('GET', '/livez'); raise SystemExit(c.getresponse().status != 200)"]
CMD ["pyramid", "api"]
