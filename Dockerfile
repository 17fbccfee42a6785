# syntax=docker/dockerfile:1
# One image for all parts of the service: api, worker, scheduler.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
# A compiler for the search kernels; it stays in this stage.
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY solver solver
COPY games games
COPY service service
RUN python -m venv /opt/pyramid \
    && /opt/pyramid/bin/pip install --no-cache-dir '.[service,cpsat]' \
    # An image whose search is interpreted would be 65 times slower: better none.
    && cd / && /opt/pyramid/bin/python -c 'import solver, sys; sys.exit(not solver.KERNEL_COMPILED)'

FROM ${BASE}
RUN useradd --system --uid 10001 --no-create-home pyramid
COPY --from=build /opt/pyramid /opt/pyramid
COPY worker.py /opt/pyramid/worker.py
ENV PATH=/opt/pyramid/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYRAMID_HOST=0.0.0.0 \
    PYRAMID_PORT=8000
USER pyramid
WORKDIR /tmp
EXPOSE 8000
# Of the API; compose.yaml has another one for the parts that don't listen.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/livez', timeout=2)"]
CMD ["pyramid", "api"]
