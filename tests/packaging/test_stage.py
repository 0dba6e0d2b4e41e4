"""How imports are rewritten for the one package of a wheel."""

from pathlib import Path

import pytest

import stage
from tests.packaging.installed import ROOT


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("from validator import judge\n", "from rummy_referee.validator import judge\n"),
        ("from validator.cards import Card\n", "from rummy_referee.validator.cards import Card\n"),
        ("import validator\n", "from rummy_referee import validator\n"),
        ("import validator as v\n", "from rummy_referee import validator as v\n"),
        ("from app import app\n", "from rummy_referee.app import app\n"),
        ("from api import (\n    keys,\n)\n", "from rummy_referee.api import (\n    keys,\n)\n"),
        ("x = 1; from api import a\n", "x = 1; from rummy_referee.api import a\n"),
        ("'ü'; from api import a\n", "'ü'; from rummy_referee.api import a\n"),
        ("def f():\n    import api\n", "def f():\n    from rummy_referee import api\n"),
        ("from validator import *\n", "from rummy_referee.validator import *\n"),
        ('C = ["-mapi.serve", "-m parity"]\n', None),
        ('"""\n>>> from validator import judge\n"""\n', None),
        # Not of this project, or not an import.
        ("from . import validator\n", "from . import validator\n"),
        ("from .validator import x\n", "from .validator import x\n"),
        ("import apis, application\n", "import apis, application\n"),
        ('"""from validator import what you like"""\n', None),
        ("name = 'validator'\n", "name = 'validator'\n"),
    ],
)
def test_an_import_of_this_project_is_found_within_the_package(
    source: str, wanted: str | None
) -> None:
    told = stage.rewritten(source)
    assert [*stage.foreign_imports(told)] == []
    if wanted is not None:
        assert told == wanted
    elif source.startswith('"""from'):
        assert told == source
    else:
        assert told.replace("rummy_referee.", "") == source
        assert "rummy_referee." in told


def test_only_settings_name_modules_in_strings() -> None:
    source = 'wsgi_app = "app:app"\nworker_class = "api.gevent_worker.Worker"\nname = "app"\n'
    assert stage.rewritten(source) == source
    assert stage.rewritten(source, settings=True) == (
        'wsgi_app = "rummy_referee.app:app"\n'
        'worker_class = "rummy_referee.api.gevent_worker.Worker"\nname = "app"\n'
    )


@pytest.mark.parametrize("source", ["import api, json\n", "import validator.cards\n"])
def test_what_would_bind_another_name_is_refused(source: str) -> None:
    with pytest.raises(stage.CannotStage):
        stage.rewritten(source)


def test_the_checkout_can_be_laid_out(tmp_path: Path) -> None:
    package = stage.lay_out(ROOT, tmp_path / "stage")
    assert package == tmp_path / "stage" / "rummy_referee"
    for file in package.rglob("*.py"):
        assert [*stage.foreign_imports(file.read_text(encoding="utf-8"))] == [], file
    packages = stage.modules_of(package)
    assert packages[0] == "rummy_referee"
    assert {f"rummy_referee.{name}" for name in stage.PACKAGES} <= {*packages}
    assert "parity/vectors/flags.json" in stage.data_of(package)
    assert not [name for name in stage.data_of(package) if name.endswith((".py", ".so", ".pxd"))]
    settings = (package / "gunicorn.conf.py").read_text(encoding="utf-8")
    assert 'wsgi_app = "rummy_referee.app:app"' in settings
    assert 'worker_class = "rummy_referee.api.' in settings
    serve = "".join(path.read_text(encoding="utf-8") for path in package.rglob("serve.py"))
    assert '"-mrummy_referee.api.' in serve
