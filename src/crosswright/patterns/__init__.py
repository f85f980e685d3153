"""Block and bar patterns: `spec` what is asked for, `draw` and its parts how one is drawn.

`pattern` has the functions to call, which fill each pattern once; `builtin` holds ready ones.
"""
