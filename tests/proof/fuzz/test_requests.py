"""No request is answered with a failure, or otherwise than openapi.yaml has it.

`make fuzz` sends many more, and takes their time.
"""

import pytest
from hypothesis import given

from api.resources.health import search_is_compiled
from app import create_app
from tests.proof.fuzz.deals import MOST_CARDS
from tests.proof.fuzz.examples import tried
from tests.proof.fuzz.sending import Request, check
from tests.proof.fuzz.sources import Source, sources_for

APP = create_app({"TESTING": True, "LOG_LEVEL": "CRITICAL"})
SOURCES = sources_for(APP, most_cards=MOST_CARDS if search_is_compiled() else 13)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_answer_is_as_documented_and_none_a_failure(source: Source) -> None:
    @given(source.requests)
    @tried(source.share // 5 * 2)
    def answered(request: Request) -> None:
        check(APP, request)

    answered()
