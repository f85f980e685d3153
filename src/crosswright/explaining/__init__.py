"""Why a grid cannot be filled, what would help, and what it still allows.

- explain: the run and the function
- demands: what a fill asks for, and whether a selection of it can be met
- minimise: a minimal conflict among the demands
- changes: what can be changed in the grid or its rules, and at what cost
- edits: small edits of a grid that might let it be filled better
- lifting: ways to a higher floor, each tried by fills
- whynot: why a word does not go into a slot of a session
- repairs: changes that are known to work
- facts: what each slot of a conflict has to choose from
- report: the explanation, in sentences and as plain data
- patience: how long each part may take
- preview: viable letters per cell and candidates per slot, before any search
"""
