"""A season of puzzles from a plan: no answer again too soon, the same bytes however many workers.

`plan` has the records of a plan, `planfile` reads them, `calendar` says which puzzle appears when,
`windows` which words are out, `patterns` which pattern a puzzle has, and `outputs` its files.
`supply` is the preflight. `run` makes a season on `workers`, which do `tasks`; what is committed is
in the `ledger`, and `verify` checks all of it from scratch.
"""
