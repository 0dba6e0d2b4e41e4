"""The service with one route more, which answers with the body it has read."""

from flask import Response, jsonify

from api.http.body import read_json
from app import create_app

app = create_app()


@app.post("/echo")
def echo() -> Response:
    """Answers with the JSON value that was sent."""
    return jsonify(read_json())
