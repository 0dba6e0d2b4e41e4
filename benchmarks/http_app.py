"""The service with one route more, for `benchmarks/http.py`: what doing nothing costs."""

from typing import Any

from api.http.body import read_json
from app import create_app

app = create_app()


@app.post("/v1/empty")
def empty() -> dict[str, Any]:
    """Reads a JSON body as every call does, and answers with an empty object."""
    read_json()
    return {}
