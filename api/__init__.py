"""HTTP resources: one thin blueprint module per resource (load, call, dump)."""
