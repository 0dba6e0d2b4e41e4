"""The wire shapes: marshmallow schemas that load domain objects and dump them."""
