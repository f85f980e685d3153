"""The best fill there is time for.

- `improve`: the search as a whole, and the climb to the highest floor
- `neighbourhood`: changes to a few crossing slots at a time
- `incumbent`: the best fill so far
- `bounds`: what no fill can exceed
"""
