"""The composition root: wires settings, logging, error handlers and blueprints together."""

import os
from collections.abc import Mapping
from dataclasses import fields

from flask import Flask
from flask.json.provider import DefaultJSONProvider

from api.config.settings import Settings
from api.http.problems import register_error_handlers
from api.middleware import api_keys as keys
from api.middleware import compression, cors, rate_limit, security_headers
from api.middleware.lifecycle import register_request_hooks
from api.observability import metrics
from api.observability.access_log import configure_logging
from api.resources import (
    arrange,
    batch,
    pages,
    rulesets,
    settle,
    validate,
    vectors,
)
from api.resources import (
    health as operations,
)


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return a new application.

    Names in `config` that `Settings` knows, in upper case, override the environment; the others
    are Flask's own, such as TESTING.

    :raises SettingsError: when a setting is wrong.
    :raises FileNotFoundError: when openapi.yaml is missing.
    """
    config = dict(config or {})
    names = {field.name.upper() for field in fields(Settings)}
    overrides = {name: str(config.pop(name)) for name in names & config.keys()}
    settings = Settings.from_environment({**os.environ, **overrides})

    app = Flask("rummy_referee", static_folder=None)
    # A path with an empty step is not in the contract: 404, no redirect to one that is.
    app.url_map.merge_slashes = False
    app.config.update(
        MAX_BODY_BYTES=settings.max_body_bytes,
        LOG_CARDS=settings.log_cards,
        MAX_BULK_REQUESTS=settings.max_bulk_requests,
        BULK_TIMEOUT=settings.bulk_timeout,
    )
    app.config.update(BATCH_LIMITS=batch.Limits.of(settings))
    app.config.update(config)
    app.json = _json_provider(app)

    configure_logging(settings)
    register_error_handlers(app)
    register_request_hooks(app)
    for guard in (keys, rate_limit, cors, compression, security_headers):
        guard.register(app, settings)
    operations.load_contract(app, settings)
    pages.load_pages(app)
    for resource in (validate, batch, arrange, settle, rulesets, vectors, operations, pages):
        app.register_blueprint(resource.blueprint)
    metrics.note_search_compiled(operations.search_is_compiled())
    return app


def _json_provider(app: Flask) -> DefaultJSONProvider:
    """Return the writer of answers: members in the order written, no blanks, UTF-8 as it is."""
    provider = DefaultJSONProvider(app)
    provider.sort_keys = False
    provider.compact = True
    provider.ensure_ascii = False
    return provider


app = create_app()
