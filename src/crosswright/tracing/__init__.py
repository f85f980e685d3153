"""The search made visible.

- textbook: the textbook's algorithm, reporting every step
- tracer: the engine, reporting every step
- events: what a step is reported as, and how steps are counted
- causes: why a search is at a dead end
- trace: a recorded search as a document, and the function that records it
- replay: the state of a recorded search at any of its events
- compare: the textbook's variants compared
- player: a page that plays recorded searches
"""
