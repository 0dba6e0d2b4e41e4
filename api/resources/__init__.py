"""The endpoints, a module each; app.py registers them."""
