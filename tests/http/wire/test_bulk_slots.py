"""Who holds a bulk slot, and when it is free again."""

import shutil
from collections.abc import Iterator

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient

from api.server.bulk_slots import bulk_slot
from api.server.shared_files import bulk_slots_folder
from app import create_app


@pytest.fixture
def app() -> Flask:
    app = create_app({"TESTING": True, "MAX_BULK_REQUESTS": 2})

    @app.get("/stream")
    def stream() -> Response:
        def lines() -> Iterator[bytes]:
            yield b"first\n"
            yield b"second\n"

        with bulk_slot() as slot:
            return slot.until_sent(Response(lines(), content_type="text/plain"))

    @app.get("/whole")
    def whole() -> str:
        with bulk_slot():
            return "done"

    @app.get("/failing")
    def failing() -> str:
        with bulk_slot():
            raise RuntimeError

    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_a_slot_is_held_until_a_streamed_answer_is_closed(client: FlaskClient) -> None:
    held = [client.get("/stream"), client.get("/stream")]
    busy = client.get("/whole")
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "1")
    assert busy.get_json(force=True)["errors"][0]["code"] == "bulk_busy"
    assert held[0].data == b"first\nsecond\n"
    held[0].close()
    assert client.get("/whole").status_code == 200
    held[1].close()


def test_a_streamed_answer_that_nobody_reads_gives_its_slot_back(client: FlaskClient) -> None:
    for _ in range(5):
        with client.get("/stream") as answer:
            assert answer.status_code == 200


def test_a_slot_ends_with_its_block(client: FlaskClient) -> None:
    for _ in range(5):
        assert client.get("/whole").data == b"done"


def test_a_failing_view_gives_its_slot_back(client: FlaskClient) -> None:
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    for _ in range(5):
        assert client.get("/failing").status_code == 500
    assert client.get("/whole").status_code == 200


def test_releasing_a_slot_twice_frees_nothing_of_others(app: Flask) -> None:
    with app.test_request_context():
        with bulk_slot() as first:
            first.release()
            with bulk_slot(), bulk_slot():
                first.release()
                assert app.test_client().get("/whole").status_code == 503
        assert app.test_client().get("/whole").status_code == 200


def test_a_folder_that_has_been_tidied_away_is_made_again(client: FlaskClient) -> None:
    assert client.get("/whole").status_code == 200
    shutil.rmtree(bulk_slots_folder())
    assert client.get("/whole").status_code == 200
