"""Liveness, readiness, metrics and the contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

import validator
from api.observability import metrics
from app import create_app


def sample(client: FlaskClient, name: str, **labels: str) -> float:
    """Returns the value of one series; 0 when there is none yet."""
    for family in text_string_to_metric_families(client.get("/metrics").get_data(as_text=True)):
        for found in family.samples:
            if found.name == name and found.labels == labels:
                return float(found.value)
    return 0.0


def label_values(client: FlaskClient, name: str, label: str) -> Iterator[str]:
    for family in text_string_to_metric_families(client.get("/metrics").get_data(as_text=True)):
        for found in family.samples:
            if found.name == name:
                yield found.labels[label]


def test_a_live_service_says_so(client: FlaskClient) -> None:
    answer = client.get("/livez")
    assert answer.status_code == 200
    assert answer.get_json() == {"status": "ok"}


def test_a_ready_service_says_so(client: FlaskClient) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.get_json() == {"status": "ready", "search": {"compiled": validator.COMPILED}}


def test_a_service_that_cannot_judge_is_not_ready(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("broken table")

    monkeypatch.setattr(validator, "self_check", fail)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.get_json(force=True)["errors"][0]["code"] == "not_ready"
    assert client.get("/livez").status_code == 200


def test_metrics_are_in_the_text_format(client: FlaskClient) -> None:
    answer = client.get("/metrics")
    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert sample(client, "rummy_search_compiled") == validator.COMPILED


def test_requests_are_counted_by_route_template(client: FlaskClient) -> None:
    labels = {"method": "GET", "route": "/livez", "status": "200"}
    before = sample(client, "rummy_http_requests_total", **labels)
    timed = sample(client, "rummy_http_request_duration_seconds_count", route="/livez")
    for _ in range(3):
        client.get("/livez")
    assert sample(client, "rummy_http_requests_total", **labels) == before + 3
    assert sample(client, "rummy_http_request_duration_seconds_count", route="/livez") == timed + 3


def test_no_client_can_make_new_label_values(client: FlaskClient) -> None:
    for number in range(50):
        client.get(f"/made/up/{number}")
        client.open("/livez", method=f"MADEUP{number}")
    routes = set(label_values(client, "rummy_http_requests_total", "route"))
    methods = set(label_values(client, "rummy_http_requests_total", "method"))
    assert "unmatched" in routes
    assert not any("made" in route for route in routes)
    assert "other" in methods
    assert not any("MADEUP" in method for method in methods)


def test_verdicts_and_their_violations_are_counted(client: FlaskClient) -> None:
    verdict = {"ruleset": "points-13", "outcome": "wrong_declaration"}
    verdicts = sample(client, "rummy_verdicts_total", **verdict)
    gaps = sample(client, "rummy_violations_total", code="sequence_has_gap")
    metrics.observe_verdict("points-13", "wrong_declaration", ["sequence_has_gap"] * 2)
    assert sample(client, "rummy_verdicts_total", **verdict) == verdicts + 1
    assert sample(client, "rummy_violations_total", code="sequence_has_gap") == gaps + 2


def test_rulesets_without_number_share_one_label(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Metrics live as long as the process, so names that no other test counts.
    monkeypatch.setattr(metrics, "_rulesets", set())
    for number in range(200):
        metrics.observe_verdict(f"club-{number}", "valid", [])
    clubs = set(label_values(client, "rummy_verdicts_total", "ruleset"))
    assert len([club for club in clubs if club.startswith("club-")]) == 64
    assert sample(client, "rummy_verdicts_total", ruleset="other", outcome="valid") == 136


def test_searches_are_timed(client: FlaskClient) -> None:
    count = sample(client, "rummy_search_duration_seconds_count")
    metrics.observe_search(0.000_2)
    assert sample(client, "rummy_search_duration_seconds_count") == count + 1


def test_the_contract_is_served_with_an_etag(client: FlaskClient) -> None:
    answer = client.get("/openapi.yaml")
    assert answer.status_code == 200
    assert answer.content_type == "application/yaml"
    assert answer.data.startswith(b"openapi: 3.1")
    again = client.get("/openapi.yaml", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = client.get("/openapi.yaml", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_the_contract_may_lie_elsewhere(tmp_path: Path) -> None:
    contract = tmp_path / "contract.yaml"
    contract.write_bytes(b"openapi: 3.1.1\n")
    client = create_app({"OPENAPI_FILE": contract}).test_client()
    assert client.get("/openapi.yaml").data == b"openapi: 3.1.1\n"


def test_a_service_without_its_contract_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAPI_FILE", raising=False)
    monkeypatch.setattr("api.resources.health._CONTRACT", Path("nowhere/openapi.yaml"))
    with pytest.raises(FileNotFoundError, match=r"nowhere/openapi\.yaml"):
        create_app()
