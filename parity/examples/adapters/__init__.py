"""Rule packages of others behind the line protocol: docs/parity-findings.md has what came of it."""
