"""The command line: what it prints, its exit codes, and that it answers as the service does."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import rummy_referee
import validator
from rummy_referee import cli, serving
from rummy_referee.cli import main
from tests.cli import examples

VECTORS = examples.ROOT / "tests" / "vectors"
HAND = "4H 5H JK 9C 10C JK KS KH KD KC 3S 3H 3D"
JUDGE = ["judge", "--ruleset", "indian-reference-13", "--hand", HAND]

Json = dict[str, Any]


def vectors(ruleset: str, asks: Callable[[Json], bool]) -> Iterator[Json]:
    """Yield the vectors of a ruleset that ask something."""
    for file in sorted((VECTORS / ruleset).glob("*.json")):
        for vector in json.loads(file.read_text(encoding="utf-8"))["vectors"]:
            if asks(vector):
                yield {**vector, "ruleset": ruleset}


def options_of(vector: Json) -> list[str]:
    """Return a vector as options, each value in the word of its option: none looks like one."""
    given = [f"--ruleset={vector['ruleset']}", f"--hand={' '.join(vector['hand'])}"]
    given += [f"--group={' '.join(group)}" for group in vector.get("grouping", ())]
    given += ["--no-groups"] if vector.get("grouping") == [] else []
    for name, member in (("--wild-card", "wild"), ("--discard", "discard")):
        if vector.get(member) is not None:
            given.append(f"{name}={vector[member]}")
    return given


def request_of(vector: Json) -> Json:
    """Return a vector as the body of a request."""
    names = {"wild": "wild_card", "grouping": "groups"}
    members = ("ruleset", "hand", "wild", "grouping", "discard", "reason", "totals")
    body = {names.get(name, name): vector[name] for name in members if name in vector}
    if "players" in vector:
        body["players"] = [
            {names.get(name, name): value for name, value in player.items()}
            for player in vector["players"]
        ]
    return body


def printed(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> tuple[int, str, str]:
    capsys.readouterr()  # the service writes its log to the same place
    code = main(arguments)
    captured = capsys.readouterr()
    return int(code), captured.out, captured.err


def test_the_package_offers_what_the_validator_does() -> None:
    assert rummy_referee.__all__ == [*validator.__all__, "__version__"]
    assert all(getattr(rummy_referee, n) is getattr(validator, n) for n in validator.__all__)
    assert rummy_referee.__version__


@pytest.mark.parametrize("session", examples.sessions())
def test_an_example_of_the_page_prints_what_it_shows(
    session: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.json").write_text(examples.table(), encoding="utf-8")

    def run(arguments: list[str]) -> tuple[int, str]:
        code, out, err = printed(capsys, arguments)
        return code, out + err

    assert examples.replayed(session, run) == session


def test_the_page_shows_every_command_that_needs_no_server() -> None:
    shown = "".join(examples.sessions())
    assert all(
        f"rummy-referee {name} " in shown for name in ("judge", "arrange", "settle", "vectors")
    )


def has_hand(vector: Json) -> bool:
    return "hand" in vector


@pytest.mark.parametrize("ruleset", ["points-13", "knock-52"])
def test_every_vector_is_judged_as_the_service_does(
    ruleset: str, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    count = 0
    for vector in vectors(ruleset, has_hand):
        code, out, err = printed(capsys, ["judge", "--json", *options_of(vector)])
        # One string of codes, as in an option: what is no card may have a blank in it.
        body = request_of(vector) | {"hand": " ".join(vector["hand"])}
        answer = client.post("/v1/validate", json=body)
        document = json.loads(answer.data)
        if answer.status_code == 200:
            assert json.loads(out) == document, vector["id"]
            assert list(json.loads(out)) == list(document)
            assert code == (0 if document["valid"] or "grouping" not in vector else 1)
        else:
            assert (code, out) == (2, ""), vector["id"]
            told = [line.split(": ", 3)[1:] for line in err.splitlines()]
            assert {code for _, code, _ in told} == {e["code"] for e in document["errors"]}
            assert len({tuple(one) for one in told}) == len(told)
        count += 1
    assert count > 30


@pytest.mark.parametrize("ruleset", ["points-13", "knock-52"])
def test_prospects_are_those_of_the_service(
    ruleset: str, client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [v for v in vectors(ruleset, has_hand) if "grouping" not in v][:12]
    assert asked
    for vector in asked:
        options = ["arrange", "--json", "--alternatives=3", *options_of(vector)]
        code, out, _ = printed(capsys, options)
        answer = client.post("/v1/arrange", json=request_of(vector) | {"alternatives": 3})
        assert (code == 0) == (answer.status_code == 200), vector["id"]
        if code == 0:
            assert json.loads(out) == json.loads(answer.data), vector["id"]


def has_players(vector: Json) -> bool:
    return "players" in vector


@pytest.mark.parametrize("ruleset", ["points-13", "knock-52", "gin-classic", "deals-13"])
def test_every_table_is_settled_as_the_service_does(
    ruleset: str,
    client: FlaskClient,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = tmp_path / "table.json"
    count = 0
    for vector in vectors(ruleset, has_players):
        body = request_of(vector)
        file.write_text(json.dumps(body), encoding="utf-8")
        code, out, err = printed(capsys, ["settle", "--json", str(file)])
        answer = client.post("/v1/settle", json=body)
        document = json.loads(answer.data)
        if answer.status_code == 200:
            assert (code, json.loads(out)) == (0, document), vector["id"]
        else:
            assert code == 2, vector["id"]
            assert told_of(err) == wanted_of(document), vector["id"]
        count += 1
    assert count


def told_of(err: str) -> set[tuple[str, str]]:
    """Return where and why, of every line of stderr."""
    told = [line.removeprefix("rummy-referee: ").split(": ", 2) for line in err.splitlines()]
    return {(where, code) for where, code, _ in told}


def wanted_of(document: Json) -> set[tuple[str, str]]:
    return {(error["pointer"], error["code"]) for error in document["errors"]}


WRONG_TABLES: list[Json] = [
    {},
    {"ruleset": 7, "players": 3, "totals": [], "reason": "boredom", "wild_card": 9, "more": 1},
    {"ruleset": "nowhere", "players": [{"seat": "", "hand": "XX"}, 5], "totals": {"a": "b"}},
    {"ruleset": "points-13", "players": []},
    {
        "ruleset": "points-13",
        "wild_card": "ZZ",
        "players": [
            {"seat": "n", "status": "declared", "hand": 5, "groups": "AH", "x": 1},
            {"seat": "n", "status": "gone", "hand": "AH", "groups": [7], "discard": {}},
        ],
        "totals": {"q": 5, "n": 2_000_000},
    },
]


@pytest.mark.parametrize("body", WRONG_TABLES)
def test_a_table_that_is_wrong_is_refused_with_what_the_service_finds(
    body: Json,
    client: FlaskClient,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(body)))
    code, out, err = printed(capsys, ["settle", "-"])
    answer = client.post("/v1/settle", json=body)
    assert (code, out, answer.status_code) == (2, "", 422)
    assert told_of(err) == wanted_of(json.loads(answer.data))


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "NaN", "[]", '"x"', "9" * 5_000])
def test_what_is_no_table_is_refused(
    text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    code, out, err = printed(capsys, ["settle", "-"])
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_file_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing, binary = tmp_path / "missing", tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    for file in (missing, binary):
        code, _, err = printed(capsys, ["settle", str(file)])
        assert code == 2
        assert str(file) in err


def test_vectors_are_those_of_the_service(
    client: FlaskClient, capsys: pytest.CaptureFixture[str]
) -> None:
    for ruleset in ("points-13", "knock-52"):
        options = ["--ruleset", ruleset, "--kind", "edge", "--seed", "3", "--count", "40"]
        code, out, _ = printed(capsys, ["vectors", *options])
        answer = client.get(f"/v1/vectors?ruleset={ruleset}&kind=edge&seed=3&count=40")
        assert (code, out) == (0, answer.get_data(as_text=True))


def test_a_declaration_that_stands_ends_with_0_and_one_that_does_not_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    groups = ["3H 4H 5H", "9C 10C JK", "3S JK 3D", "KS KH KD KC"]
    code, out, _ = printed(capsys, [*JUDGE, *(f"--group={group}" for group in groups)])
    assert code == 0
    assert out.startswith("VALID")
    code, out, _ = printed(capsys, [*JUDGE, "--group", HAND])
    assert code == 1
    assert out.startswith("WRONG DECLARATION (indian-reference-13), 80 points\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["decide"],
        ["judge"],
        ["vectors", "--ruleset", "points-13", "--count", "0"],
        ["vectors", "--ruleset", "points-13", "--seed", "9" * 5_000],
        ["vectors", "--ruleset", "points-13", "--kind", "odd"],
        ["arrange", "--ruleset", "points-13", "--hand", "", "--alternatives", "21"],
        ["serve", "--port", "0"],
        ["parity", "run"],
    ],
)
def test_wrong_usage_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: rummy-referee")


def test_every_fault_of_a_hand_is_told_even_without_a_ruleset(
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--ruleset", "none", "--hand", "AH XX", "--discard", "YY"]
    code, _, err = printed(capsys, ["judge", *options, "--group", "ZZ"])
    assert code == 2
    assert told_of(err) == {
        ("--ruleset", "unknown_ruleset"),
        ("--discard", "unknown_card"),
        ("--hand", "unknown_card"),
        ("--group 1", "unknown_card"),
    }
    code, _, err = printed(capsys, ["arrange", *options, "--seen", "QQ"])
    assert code == 2
    assert ("--seen", "unknown_card") in told_of(err)
    code, _, err = printed(capsys, ["vectors", "--ruleset", "none"])
    assert (code, told_of(err)) == (2, {("--ruleset", "unknown_ruleset")})


def test_a_fault_of_the_program_ends_with_3(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(cli, "find_best", fail)
    code, out, err = printed(capsys, JUDGE)
    assert (code, out) == (3, "")
    assert "RuntimeError: broken" in err


def test_the_help_names_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    page = examples.PAGE.read_text(encoding="utf-8")
    for code in cli.Exit:
        assert f"\n  {code:d}  " in shown
        assert f"\n| {code:d} | " in page


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"rummy-referee {rummy_referee.__version__}\n"


def test_what_is_behind_parity_goes_to_the_kit(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = printed(capsys, ["parity", "questions", "--ruleset", "points-13"])
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert lines[0]["cmd"] == "start"
    assert lines[-1]["cmd"] == "stop"


def test_serve_says_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None if name == "flask" else name)
    code, _, err = printed(capsys, ["serve"])
    assert code == 2
    assert err == ("rummy-referee: the service needs flask: pip install 'rummy-referee[service]'\n")


def test_serve_says_which_settings_are_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    monkeypatch.setattr(sys, "argv", ["rummy-referee", "serve"])
    code, _, err = printed(capsys, ["serve"])
    assert code == 2
    assert err.startswith("rummy-referee: wrong settings: LOG_LEVEL")
