"""POST /v1/validate/batch: every answer is that of a single call, and a bad line is one line."""

import gzip
import io
import json
import random
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import repeat
from types import SimpleNamespace
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import TestResponse

from api.observability import metrics
from api.resources import batch
from api.resources.batch import MOST_ENTRIES, STEP
from api.resources.common import judge
from tests.proof.differential.requests import make_request

Json = dict[str, Any]
ClientWith = Callable[..., FlaskClient]

PATH: Final = "/v1/validate/batch"
NDJSON: Final = "application/x-ndjson"
HAND: Final = "5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH"
SHOW: Final[Json] = {
    "ruleset": "points-13",
    "hand": HAND,
    "groups": ["5H 6H 7H", "9S 10S JK", "4C 4D 4S", "QC QD QS QH"],
}
BAD: Final[Json] = {"ruleset": "points-13", "hand": "5H ZZ", "more": 1}


def body_of(*lines: object) -> bytes:
    return b"".join(line + b"\n" if isinstance(line, bytes) else encoded(line) for line in lines)


def encoded(document: object) -> bytes:
    return json.dumps(document).encode() + b"\n"


def send(client: FlaskClient, body: bytes, **headers: str) -> TestResponse:
    sent = {"Content-Type": NDJSON, **headers}
    return read(client.post(PATH, data=body, headers=sent))


def read(answer: TestResponse) -> TestResponse:
    """Return an answer that has been read to its end, as servers do, and logged."""
    answer.get_data()
    answer.close()
    return answer


def answers_of(answer: TestResponse) -> list[Json]:
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.content_type == NDJSON
    text = answer.get_data(as_text=True)
    assert not text or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def judge_lines(client: FlaskClient, *lines: object) -> list[Json]:
    return answers_of(send(client, body_of(*lines)))


def judge_array(client: FlaskClient, documents: list[Any]) -> list[Json]:
    with client.post(PATH, json=documents) as answer:
        assert (answer.status_code, answer.content_type) == (200, "application/json")
        found: list[Json] = json.loads(answer.get_data())
        return found


def single(client: FlaskClient, document: object) -> Json:
    """Return what a single call answers: a verdict, or a problem."""
    found: Json = client.post("/v1/validate", json=document).get_json(force=True)
    return found


def comparable(problem: Json) -> Json:
    return {name: value for name, value in problem.items() if name != "instance"}


def refusals(answers: list[Json]) -> list[tuple[Any, int, list[tuple[str, str]]]]:
    return [
        (
            answer["id"],
            answer["line"],
            [(error["pointer"], error["code"]) for error in answer["error"]["errors"]],
        )
        for answer in answers
        if "error" in answer
    ]


# Answers


@pytest.mark.compiled
@pytest.mark.parametrize("judge", [judge_lines, lambda client, *lines: judge_array(client, lines)])
def test_every_answer_is_that_of_a_single_call_in_the_order_of_the_requests(
    client: FlaskClient, judge: Callable[..., list[Json]]
) -> None:
    rng = random.Random("batch")
    requests = [make_request(rng) for _ in range(300)]
    answers = judge(client, *requests)
    assert len(answers) == len(requests)
    refused = 0
    for number, (request, answer) in enumerate(zip(requests, answers, strict=True), 1):
        alone = single(client, request)
        if "error" in answer:
            refused += 1
            assert (answer["id"], answer["line"]) == (None, number)
            assert comparable(answer["error"]) == comparable(alone)
        else:
            assert answer == alone
    assert 50 < refused < len(requests) - 50


@pytest.mark.parametrize("name", ["hand 7", "", 7, -1.5, 10**19, True, False, None, "♥", 'a"\\b'])
def test_the_id_comes_back_as_the_first_member(client: FlaskClient, name: object) -> None:
    for answers in (
        judge_lines(client, {**SHOW, "id": name}, {**BAD, "id": name}),
        judge_array(client, [{"id": name, **SHOW}, {"id": name, **BAD}]),
    ):
        for answer in answers:
            assert next(iter(answer)) == "id"
            assert (answer["id"], type(answer["id"])) == (name, type(name))
        assert answers[0] == {"id": name, **single(client, SHOW)}


def test_without_an_id_an_answer_has_none_and_a_refusal_null(client: FlaskClient) -> None:
    answer, refusal = judge_lines(client, SHOW, BAD)
    assert "id" not in answer
    assert list(refusal) == ["id", "line", "error"]
    assert refusal["id"] is None


@pytest.mark.parametrize("name", [[], [1], {}, {"a": 1}])
def test_an_id_that_is_no_scalar_is_refused_with_all_that_is_wrong_beside_it(
    client: FlaskClient, name: object
) -> None:
    answers = judge_lines(client, {**BAD, "id": name}, {**SHOW, "id": name})
    assert refusals(answers) == [
        (
            None,
            1,
            [
                ("/id", "wrong_type"),
                ("/more", "unknown_field"),
                ("/hand", "unknown_card"),
                ("/hand", "hand_size"),
            ],
        ),
        (None, 2, [("/id", "wrong_type")]),
    ]


def test_an_answer_names_the_request_that_it_belongs_to(client: FlaskClient) -> None:
    answer = send(client, body_of(BAD), **{"X-Request-ID": "mine"})
    assert answer.headers["X-Request-ID"] == "mine"
    assert answers_of(answer)[0]["error"]["instance"] == "/requests/mine"


def test_an_empty_batch_has_an_empty_answer(client: FlaskClient) -> None:
    assert send(client, b"").get_data() == b""
    assert send(client, b"\n \r\n\n").get_data() == b""
    assert judge_array(client, []) == []
    assert judge_array(client, [{"defaults": {}}]) == []


# Bad lines


def test_a_bad_line_is_refused_on_its_line_and_the_rest_go_on(client: FlaskClient) -> None:
    long = json.dumps({**SHOW, "id": "x" * 65_536}).encode()
    answers = judge_lines(
        client, SHOW, b"nope", SHOW, b'{"hand": 1, "hand": 2, "ruleset": NaN}', long,
        b"[" * 100, b"\xff", b'"\\ud800"', b"7", SHOW,
    )  # fmt: skip
    assert refusals(answers) == [
        (None, 2, [("", "not_json")]),
        (None, 4, [("/hand", "duplicate_key"), ("/ruleset", "not_json")]),
        (None, 5, [("", "body_too_large")]),
        (None, 6, [("", "nesting_too_deep")]),
        (None, 7, [("", "not_json")]),
        (None, 8, [("", "lone_surrogate")]),
        (None, 9, [("", "wrong_type")]),
    ]
    statuses = [answer["error"]["status"] for answer in answers if "error" in answer]
    assert statuses == [400, 400, 413, 400, 400, 400, 422]
    assert [answers[place] for place in (0, 2, 9)] == [single(client, SHOW)] * 3


def test_a_bad_entry_of_an_array_is_refused_in_its_place(client: FlaskClient) -> None:
    answers = judge_array(client, [SHOW, 7, {**BAD, "id": "b"}, SHOW])
    assert [(name, line) for name, line, _ in refusals(answers)] == [(None, 2), ("b", 3)]
    assert answers[3] == single(client, SHOW)


def test_blank_lines_are_ignored_but_counted(client: FlaskClient) -> None:
    answers = judge_lines(client, b"", SHOW, b"  \t\r", b"\r", BAD, b"")
    assert len(answers) == 2
    assert answers[1]["line"] == 5


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_a_line_may_end_as_lines_do(client: FlaskClient, end: bytes) -> None:
    body = b"\r\n".join([json.dumps(SHOW).encode()] * 3) + end
    assert answers_of(send(client, body)) == [single(client, SHOW)] * 3


def test_a_failure_of_the_service_is_told_on_its_line(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    original, calls = judge, iter([False, True, False])

    def fail_once(declaration: Any) -> Any:
        if next(calls):
            raise RuntimeError(HAND)
        return original(declaration)

    monkeypatch.setattr(batch, "judge", fail_once)
    answers = judge_lines(client, SHOW, {**SHOW, "id": 2}, SHOW)
    assert refusals(answers) == [(2, 2, [("", "internal_error")])]
    assert answers[1]["error"]["status"] == 500
    assert answers[2] == answers[0]
    log = capsys.readouterr().out
    assert "unhandled exception" in log
    assert HAND not in log


# Defaults


def test_the_first_line_may_hold_what_all_others_leave_out(client: FlaskClient) -> None:
    defaults = {"defaults": {"ruleset": "yeeqia-13", "wild_card": "7D"}}
    lines: list[Json] = [
        {"hand": HAND},
        {"hand": HAND, "wild_card": None},
        SHOW,
        {**SHOW, "wild_card": "KC"},
    ]
    expected = [
        single(client, {"ruleset": "yeeqia-13", "wild_card": "7D", **line}) for line in lines
    ]
    assert judge_lines(client, b"", defaults, *lines) == expected
    assert judge_array(client, [defaults, *lines]) == expected


def test_a_house_rule_may_be_sent_once(client: FlaskClient) -> None:
    rule = {"base": "points-13", "id": "club-night", "cap": 60}
    lines = [{"hand": HAND}, {"hand": "5H"}, {"hand": HAND, "ruleset": "points-13"}]
    answers = judge_lines(client, {"defaults": {"ruleset": rule}}, *lines)
    assert answers[0] == single(client, {"hand": HAND, "ruleset": rule})
    assert comparable(answers[1]["error"]) == comparable(
        single(client, {"hand": "5H", "ruleset": rule})
    )
    assert answers[2] == single(client, {"hand": HAND, "ruleset": "points-13"})


def test_the_line_of_defaults_counts_but_has_no_answer(client: FlaskClient) -> None:
    answers = judge_lines(client, {"defaults": {}}, SHOW, BAD)
    assert len(answers) == 2
    assert answers[1]["line"] == 3


def test_an_id_has_no_default(client: FlaskClient) -> None:
    answer = send(client, body_of({"defaults": {"id": 7}}))
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("line", "errors"),
    [
        ({"defaults": None}, [("/defaults", "wrong_type")]),
        ({"defaults": []}, [("/defaults", "wrong_type")]),
        ({"defaults": {"ruleset": None}}, [("/defaults/ruleset", "wrong_type")]),
        (
            {"defaults": {"ruleset": {"base": "gin"}}},
            [("/defaults/ruleset/base", "unknown_ruleset")],
        ),
        (
            {"defaults": {"ruleset": "gin", "wild_card": 7, "hand": HAND}, "id": 1},
            [
                ("/defaults/ruleset", "unknown_ruleset"),
                ("/defaults/wild_card", "wrong_type"),
                ("/defaults/hand", "unknown_field"),
                ("/id", "unknown_field"),
            ],
        ),
    ],
)
def test_wrong_defaults_refuse_the_batch_with_all_that_is_wrong(
    client: FlaskClient, line: Json, errors: list[tuple[str, str]]
) -> None:
    for answer in (send(client, body_of(line, SHOW)), client.post(PATH, json=[line, SHOW])):
        assert answer.status_code == 422
        found = json.loads(answer.get_data())["errors"]
        assert [(error["pointer"], error["code"]) for error in found] == errors


def test_only_the_first_line_holds_defaults(client: FlaskClient) -> None:
    answers = judge_lines(client, SHOW, {"defaults": {"ruleset": "yeeqia-13"}}, {"hand": HAND})
    assert [(line, errors[-1]) for _, line, errors in refusals(answers)] == [
        (2, ("/defaults", "unknown_field")),
        (3, ("/ruleset", "missing_field")),
    ]


def test_a_first_line_that_cannot_be_read_is_refused_on_its_line(client: FlaskClient) -> None:
    answers = judge_lines(client, b'{"defaults": {', {"hand": HAND})
    assert [errors for _, _, errors in refusals(answers)] == [
        [("", "not_json")],
        [("/ruleset", "missing_field")],
    ]


# The whole


@pytest.mark.parametrize("document", [{}, SHOW, "5H", 7, None])
def test_json_that_is_no_array_is_refused(client: FlaskClient, document: object) -> None:
    answer = client.post(PATH, data=json.dumps(document), content_type="application/json")
    assert answer.status_code == 422
    assert json.loads(answer.data)["errors"] == [
        {"pointer": "", "code": "wrong_type", "detail": "must be a JSON array"}
    ]


def test_an_array_may_have_so_many_entries(client: FlaskClient) -> None:
    assert len(judge_array(client, [1] * MOST_ENTRIES)) == MOST_ENTRIES
    answer = client.post(PATH, json=[1] * (MOST_ENTRIES + 1))
    assert answer.status_code == 422
    assert json.loads(answer.data)["errors"][0]["code"] == "too_long"


def test_an_array_that_is_no_json_is_refused(client: FlaskClient) -> None:
    answer = client.post(PATH, data=b"[1, 2", content_type="application/json")
    assert (answer.status_code, json.loads(answer.data)["errors"][0]["code"]) == (400, "not_json")


@pytest.mark.compiled
def test_an_array_may_be_longer_than_a_single_call_but_not_endless(
    client: FlaskClient, client_with: ClientWith
) -> None:
    documents = [SHOW] * 600
    assert len(json.dumps(documents)) > 65_536
    assert len(judge_array(client, documents)) == 600
    answer = client_with(MAX_BATCH_ARRAY_BYTES=10_000).post(PATH, json=documents)
    assert answer.status_code == 413
    assert json.loads(answer.data)["errors"][0]["detail"] == "The body is longer than 10000 bytes."


@pytest.mark.parametrize("content_type", ["text/plain", "application/json-seq", ""])
def test_other_media_types_are_refused(client: FlaskClient, content_type: str) -> None:
    answer = client.post(PATH, data=body_of(SHOW), headers={"Content-Type": content_type})
    assert answer.status_code == 415
    detail = json.loads(answer.data)["detail"]
    assert detail == "Send the body as application/json or application/x-ndjson."


@pytest.mark.parametrize(
    ("accepted", "status"),
    [(NDJSON, 200), ("application/json", 200), ("*/*", 200), ("text/html", 406)],
)
def test_an_answer_has_the_form_in_which_was_asked(
    client: FlaskClient, accepted: str, status: int
) -> None:
    answer = send(client, body_of(SHOW), Accept=accepted)
    assert answer.status_code == status
    assert answer.content_type == (NDJSON if status == 200 else "application/problem+json")


def test_a_body_that_is_announced_too_long_is_refused(client_with: ClientWith) -> None:
    answer = send(client_with(MAX_BATCH_BYTES=100), body_of(SHOW, SHOW))
    assert (answer.status_code, answer.get_json(force=True)["status"]) == (413, 413)


def chunked(client: FlaskClient, body: bytes, **headers: str) -> TestResponse:
    """Send a body without telling its length, as a server hands over a chunked one."""
    environ = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    sent = {"Content-Type": NDJSON, **headers}
    stream = io.BytesIO(body)
    return read(client.post(PATH, input_stream=stream, headers=sent, environ_overrides=environ))


@pytest.mark.compiled
def test_a_body_that_turns_out_too_long_ends_the_answer_with_an_error(
    client_with: ClientWith,
) -> None:
    body = body_of(*[SHOW] * 2_000)
    answers = answers_of(chunked(client_with(MAX_BATCH_BYTES=len(body) - 1), body))
    assert len(answers) < 2_000
    (refusal,) = refusals(answers)
    assert refusal == (None, len(answers), [("", "body_too_large")])
    assert "error" in answers[-1]


@pytest.mark.compiled
def test_a_body_may_come_in_chunks_and_as_gzip(client: FlaskClient) -> None:
    body = body_of(*[SHOW] * 700)
    expected = [single(client, SHOW)] * 700
    assert answers_of(chunked(client, body)) == expected
    assert answers_of(send(client, gzip.compress(body), **{"Content-Encoding": "gzip"})) == expected
    packed = chunked(client, gzip.compress(body), **{"Content-Encoding": "gzip"})
    assert answers_of(packed) == expected


def test_what_is_no_gzip_is_refused_before_the_answer_or_ends_it(app: Flask) -> None:
    client = app.test_client()
    assert send(client, body_of(SHOW), **{"Content-Encoding": "gzip"}).status_code == 400
    rng = random.Random(1)
    body = body_of(*[{**SHOW, "id": rng.getrandbits(64)} for _ in range(3_000)])
    torn = gzip.compress(body)[:-50]
    answers = answers_of(send(client, torn, **{"Content-Encoding": "gzip"}))
    assert refusals(answers) == [(None, len(answers), [("", "not_gzip")])]
    assert len(answers) > 1_000


def test_a_body_that_ends_early_ends_the_answer_with_an_error(app: Flask) -> None:
    lines = iter([encoded(SHOW)] * 1_000)
    environ = {"CONTENT_LENGTH": "1000000", "HTTP_TRANSFER_ENCODING": ""}
    answers = answers_of(read(stream(app, lines, **environ)))
    assert refusals(answers) == [(None, 1_001, [("", "not_json")])]
    detail = answers[-1]["error"]["detail"]
    assert detail == "The body ended before its announced length."


def test_a_batch_that_takes_too_long_ends_with_an_error(
    client_with: ClientWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_with(BULK_TIMEOUT=2)
    clock = iter([0.0, 0.5, 1.5])
    monkeypatch.setattr(batch, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    answers = judge_lines(client, *[SHOW] * (3 * STEP))
    assert STEP < len(answers) <= 2 * STEP + 1
    assert refusals(answers) == [(None, len(answers), [("", "batch_timeout")])]
    assert answers[-1]["error"]["status"] == 408


def test_an_array_that_takes_too_long_is_still_an_array(
    client_with: ClientWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_with(BULK_TIMEOUT=2)
    clock = iter([0.0, 1.5])
    monkeypatch.setattr(batch, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    answers = judge_array(client, [SHOW] * (2 * STEP))
    assert len(answers) == STEP + 1
    assert refusals(answers) == [(None, STEP + 1, [("", "batch_timeout")])]


# Streaming


class Body:
    """A body that is made while it is read."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self._rest = b""

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (part := next(self._parts, b"")):
            self._rest += part
        found, self._rest = self._rest[:size], self._rest[size:]
        return found


def stream(app: Flask, parts: Iterator[bytes], **environ: str) -> TestResponse:
    """Return an answer that is not read yet, to a body of which not all is made yet."""
    overrides = {
        "wsgi.input": Body(parts),
        "wsgi.input_terminated": True,
        "HTTP_TRANSFER_ENCODING": "chunked",
        **environ,
    }
    return app.test_client().post(PATH, content_type=NDJSON, environ_overrides=overrides)


def test_answers_come_while_the_body_is_still_being_sent(app: Flask) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(5_000):
            sent += 1
            yield encoded(SHOW)

    with stream(app, body()) as answer:
        assert "Content-Length" not in answer.headers
        first = next(answer.iter_encoded())
        assert first.startswith(b'{"ruleset":')
        assert sent < 1_000


def test_the_work_ends_with_the_answer_that_nobody_reads_on(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 1
            yield encoded(SHOW)

    with stream(app, body()) as answer:
        next(answer.iter_encoded())
    line = json.loads(capsys.readouterr().out)
    assert sent < 1_000
    assert (line["lines"], line["failed"]) == (STEP, 0)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("part", "count"),
    [
        (b"\n" * 65_536, 60),
        (b"0\n", 10_000),
        (encoded(SHOW), 2_000),
        (b"[" * 70_000 + b"\n", 60),
        (b"x" * 65_536, 60),
    ],
    ids=["blank", "short", "sound", "too long", "endless"],
)
def test_memory_does_not_grow_with_the_body(
    app: Flask, monkeypatch: pytest.MonkeyPatch, part: bytes, count: int
) -> None:
    monkeypatch.setattr("api.http.body.CHUNK_BYTES", 4_096)

    def peak(count: int) -> int:
        tracemalloc.reset_peak()
        with stream(app, repeat(part, count)) as answer:
            for _ in answer.iter_encoded():
                pass
        return tracemalloc.get_traced_memory()[1]

    tracemalloc.start()
    try:
        peak(count // 4)  # what is kept for all calls
        assert peak(count) - peak(count // 4) < 300_000
    finally:
        tracemalloc.stop()


# Counting


def counted(client: FlaskClient, name: str, **labels: str) -> float:
    text = client.get("/metrics").get_data(as_text=True)
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


@pytest.mark.compiled
def test_hands_are_counted_as_those_of_single_calls(client: FlaskClient) -> None:
    names = [
        ("rummy_verdicts_total", {}),
        ("rummy_verdicts_total", {"ruleset": "house-rule", "outcome": "wrong_declaration"}),
        ("rummy_violations_total", {}),
        ("rummy_violations_total", {"code": "card_left_out"}),
        ("rummy_search_duration_seconds_count", {}),
    ]
    wrong = {**SHOW, "groups": SHOW["groups"][:2]}
    requests = [SHOW, wrong, {**wrong, "ruleset": {"base": "points-13"}}, BAD, SHOW] * 60

    def counts() -> list[float]:
        return [counted(client, name, **labels) for name, labels in names]

    before = counts()
    for request in requests:
        single(client, request)
    between = counts()
    judge_lines(client, *requests)
    alone = [later - earlier for later, earlier in zip(between, before, strict=True)]
    together = [later - earlier for later, earlier in zip(counts(), between, strict=True)]
    assert together == alone
    assert alone == [240, 60, 120, 120, 240]


def test_a_search_falls_into_the_same_bucket_together_as_alone(client: FlaskClient) -> None:
    seconds = [1e-6, 1e-5, 1.1e-5, 2.4e-3, 0.1, 0.5, 1.0, 7.0]
    buckets = [f"{bound}" for bound in (1e-5, 2.5e-5, 2.5e-3, 0.1, 1.0)] + ["+Inf"]

    def counts() -> list[float]:
        name = "rummy_search_duration_seconds"
        found = [counted(client, f"{name}_bucket", le=bound) for bound in buckets]
        return [*found, counted(client, f"{name}_sum"), counted(client, f"{name}_count")]

    before = counts()
    for one in seconds:
        metrics.observe_search(one)
    between = counts()
    metrics.observe_searches(seconds)
    alone = [later - earlier for later, earlier in zip(between, before, strict=True)]
    together = [later - earlier for later, earlier in zip(counts(), between, strict=True)]
    assert together == pytest.approx(alone)
    assert alone[-1] == len(seconds)


def test_batches_are_counted_with_their_hands(client: FlaskClient) -> None:
    before = counted(client, "rummy_batch_hands_sum")
    refused = counted(client, "rummy_batch_refused_total")
    judge_lines(client, {"defaults": {}}, SHOW, b"", BAD, SHOW)
    judge_array(client, [BAD])
    assert counted(client, "rummy_batch_hands_sum") == before + 4
    assert counted(client, "rummy_batch_refused_total") == refused + 2


def test_the_log_line_says_how_many_lines_there_were(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    send(client, body_of(SHOW, BAD, b"", SHOW), **{"X-Request-ID": "mine"})
    (line,) = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert (line["lines"], line["failed"], line["status"]) == (3, 1, 200)
    assert (line["route"], line["request_id"]) == (PATH, "mine")
    assert HAND not in json.dumps(line)


def test_a_batch_is_one_request_of_the_metrics(client: FlaskClient) -> None:
    labels = {"route": PATH, "status": "200", "method": "POST"}
    before = counted(client, "rummy_http_requests_total", **labels)
    judge_lines(client, SHOW, SHOW)
    assert counted(client, "rummy_http_requests_total", **labels) == before + 1
