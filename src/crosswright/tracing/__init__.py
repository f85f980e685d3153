"""The search made visible: the textbook algorithm, traces of events, and their player."""
