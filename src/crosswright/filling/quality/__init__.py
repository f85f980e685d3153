"""The best fill there is time for.

- `improve`: the search as a whole
- `climb`: the highest floor, and the proof that there is no higher one
- `neighbourhood`: changes to a few crossing slots at a time
- `incumbent`: the best fill so far
- `bounds`: what no fill can exceed, by propagation alone
- `losses`: what every fill must lose, by search
"""
