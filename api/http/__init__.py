"""HTTP as this service speaks it: bodies, strict JSON, NDJSON, caching, problem documents."""

from .body import body_chunks, read_body, read_json, require_json_content
from .caching import cacheable, revalidated
from .duplex import ReadAhead
from .ndjson import Line, read_lines
from .problems import ProblemException, one_problem, unforeseen, unprocessable
from .strict_json import parse_json

__all__ = [
    "Line",
    "ProblemException",
    "ReadAhead",
    "body_chunks",
    "cacheable",
    "one_problem",
    "parse_json",
    "read_body",
    "read_json",
    "read_lines",
    "require_json_content",
    "revalidated",
    "unforeseen",
    "unprocessable",
]
