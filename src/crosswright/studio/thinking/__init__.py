"""What the engine thinks about a document between two edits, in stages.

- task: one revision of a document that somebody looks at, and what is being looked at
- stage: what a stage is, and how one is written
- first: the preview and the checks, which come first
- verdicts: candidates tried by search
- letters: the truth map
- certificate: the best floor
- lifts: ways to a higher floor
"""
