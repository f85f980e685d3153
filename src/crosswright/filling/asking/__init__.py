"""Asking one solver many questions about a grid that is being edited.

- `session`: the session, which takes assumptions and questions
- `assumptions`: what is assumed, and what that amounts to for slots and cells
- `kept`: the model with its kept solver, on which assumptions are put and taken back
- `inquiry`: a question, a search of its own whose answer is remembered
- `propagation`: what propagation leaves to cells and slots
- `memory`: what was found out and still holds: fills, dead letters and words, bounds on floors
- `truth`: the truth map, every letter of every cell decided by search
- `whatif`: every candidate of a slot tried
- `living`: the best floor, and its bound, under edits
"""
