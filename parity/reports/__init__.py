"""The forms of a report: text, JUnit XML, JSON, and HTML with pictures of cards."""
