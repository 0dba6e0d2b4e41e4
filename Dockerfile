# syntax=docker/dockerfile:1

FROM python:3.13-slim AS builder
# Not pinned: the versions of the base image's own release, and none of it is in the final image.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements-build.txt ./
RUN python -m pip install --no-cache-dir --require-hashes -r requirements-build.txt
COPY setup.py ./
COPY validator/ validator/
COPY schemas/ schemas/
# The image has the compiled search or there is no image.
RUN RUMMY_REQUIRE_COMPILED=1 python setup.py --quiet build_ext --inplace
COPY requirements.txt /tmp/requirements.txt
# Without pip in it: the final image can't install anything.
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --no-compile \
        --only-binary=:all: --require-hashes -r /tmp/requirements.txt

FROM python:3.13-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
# The base image's own pip goes too.
RUN python -m pip uninstall --yes --quiet --root-user-action=ignore pip
COPY --from=builder /opt/venv /opt/venv
WORKDIR /srv/rummy-referee
COPY LICENSE app.py gunicorn.conf.py openapi.yaml ./
COPY api/ api/
COPY --from=builder /build/schemas/ schemas/
COPY web/ web/
COPY --from=builder /build/validator/ validator/
# Compiled here, since the service may run on a read-only root as a user who owns nothing.
RUN python -m compileall -q -j 0 /opt/venv/lib .
# Metrics files, heartbeats and locks go to /dev/shm: nothing else has to be writable.
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ.get('PORT') or 8000}/livez\", timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "api.serve"]
