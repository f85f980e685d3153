"""The attack as routine: hostile input for every reader, every compiled module and the studio.

- `target`: what is attacked, and what counts as an answer
- `readers/`, `modules`, `layouts`, `server`: the targets, which `catalogue` lists
- `mutation`, `draw`: inputs out of other inputs, and numbers out of bytes
- `loop`, `guided`: inputs tried one after another, by mutation or led by coverage (Atheris)
- `guard`, `minimise`: what keeps an input within bounds, and makes a finding small
- `corpus/`: minimal files of our own; every finding becomes one

`python3 scripts/fuzz.py --help` says how to run it, `docs/reliability.md` what it found.
"""
