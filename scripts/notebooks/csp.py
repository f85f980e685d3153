# %% [markdown]
# # A crossword is a constraint satisfaction problem
#
# From node consistency to maintained arc consistency, step by step, on grids small enough to follow by
# hand. The pictures are drawn by [Crosswright](../README.md); the algorithms are
# those of the chapter on constraint satisfaction in Russell and Norvig, "Artificial Intelligence: A
# Modern Approach", in a few lines each.
#
# This notebook is written by `scripts/build_notebook.py`, outputs included. Run it, change it, break it.

# %%
from collections import Counter

from crosswright import Grid, Limit, compare, english, fill, preview

grid = Grid.parse("""
#...#
#.##.
#.##.
#.##.
#....
""")
grid

# %% [markdown]
# ## Variables, domains, constraints
#
# The **variables** are the slots, runs of two or more cells. The **domain** of a slot is the set of words
# that it may still take. There are two kinds of **binary constraints**: slots that cross must agree on the
# letter of the cell they share, and no two slots may have the same word. That a word has the length of its
# slot is a **unary constraint**.

# %%
slots = {slot.label: slot for slot in grid.slots}
crossings = {}  # (slot, other slot) -> the position of their common cell in each of them
for crossing in grid.crossings:
    x, y = grid.slots[crossing.first].label, grid.slots[crossing.second].label
    crossings[x, y] = crossing.first_position, crossing.second_position
    crossings[y, x] = crossing.second_position, crossing.first_position

for (x, y), (i, j) in sorted(crossings.items()):
    print(f"letter {i} of {x} is letter {j} of {y}")

# %%
words = "ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN".split()
domains = {label: set(words) for label in slots}


def show(domains):
    for label, domain in domains.items():
        print(f"{label}  {' '.join(sorted(domain)) or '(no words)'}")


show(domains)


# %% [markdown]
# ## Node consistency
#
# A variable is *node consistent* if all words in its domain satisfy its unary constraints. For a
# crossword: throw out the words of the wrong length.


# %%
def enforce_node_consistency(domains):
    return {
        label: {word for word in domain if len(word) == len(slots[label])}
        for label, domain in domains.items()
    }


domains = enforce_node_consistency(domains)
show(domains)


# %% [markdown]
# ## Arc consistency
#
# Slot x is *arc consistent* with slot y if every word of x finds a word of y that agrees with it where they
# cross. `revised` returns what is left of x's domain: a word stays if some word of y has the same letter.


# %%
def revised(domains, x, y):
    i, j = crossings[x, y]
    letters = {word[j] for word in domains[y]}
    return {word for word in domains[x] if word[i] in letters}


print(sorted(domains["1D"]), "->", sorted(revised(domains, "1D", "3A")))


# %% [markdown]
# Five-letter numbers must end as a four-letter number begins, in F or N: only SEVEN does.
#
# ## AC-3
#
# When a domain shrinks, words of the *neighbours* may lose their support, so their arcs have to be looked at
# again. AC-3 keeps the arcs that are due in a queue, and ends when it is empty, or a domain is.


# %%
def ac3(domains, arcs=None, report=None):
    """Return the domains made arc consistent, or None if one becomes empty."""
    domains = dict(domains)
    queue = sorted(crossings) if arcs is None else list(arcs)
    while queue:
        x, y = queue.pop(0)
        rest = revised(domains, x, y)
        if rest != domains[x]:
            if report:
                report(f"{x} by {y}: removes {' '.join(sorted(domains[x] - rest))}")
            domains[x] = rest
            if not rest:
                return None
            queue += [(z, x) for z in slots if (z, x) in crossings and z != y]
    return domains


consistent = ac3(domains, report=print)
show(consistent)


# %% [markdown]
# Where all words of a slot have the same letter, that letter is certain. Here they are, before AC-3 and
# after it:


# %%
def certain(grid, domains):
    """Return the grid with the letters that all words of a domain agree on."""
    letters = {}
    for label, domain in domains.items():
        for k, cell in enumerate(slots[label].cells):
            if len({word[k] for word in domain}) == 1:
                letters[cell] = min(domain)[k]
    return grid.with_letters(letters)


display(certain(grid, domains))
display(certain(grid, consistent))

# %% [markdown]
# Crosswright's `preview` shows how many letters are left for each cell. It knows one thing more than AC-3:
# NINE is taken, so 2D must be FIVE. A letter that is the only one possible is underlined.

# %%
preview(grid, words)

# %% [markdown]
# ## Arc consistency is not enough
#
# Two slots that share their first letter, and two words: each word agrees with itself, so every arc is
# consistent, and yet there is no solution, because the words must differ. AC-3 looks at two slots at a
# time, and never at uniqueness. We have to search.
#
# For that, here is a larger problem: nine cells, six slots, and every letter in two of them.

# %%
grid = Grid.parse("...\n...\n...")
slots = {slot.label: slot for slot in grid.slots}
crossings = {}
for crossing in grid.crossings:
    x, y = grid.slots[crossing.first].label, grid.slots[crossing.second].label
    crossings[x, y] = crossing.first_position, crossing.second_position
    crossings[y, x] = crossing.second_position, crossing.first_position
neighbours = {x: [y for y in slots if (x, y) in crossings] for x in slots}

words = """
ACE ACT ADO AGE AGO AID AIL AIM AIR ALE ALL AND ANT APE APT ARC ARE ARK ARM ART ASH ATE AWE BAD BAG BAN BAR
BAT BED BEE BEG BET BID BIG BIT BOA BOX BOY BUD BUG BUS BUT CAB CAN CAP CAR CAT COD COG COW CRY CUB CUP CUT
DAY DEN DEW DID DIE DIG DIM DOE DOG DOT DRY DUE EAR EAT EEL EGG EGO ELF ELK ELM END ERA EVE EWE EYE FAN FAR
FAT FEE FEW FIG FIN FIT FLY FOG FOR FOX FUN FUR GAP GAS GEM GET GIN GOD GUM GUN GUT HAM HAT HEN HER HIM HIP
HIS HIT HOP HOT HOW ICE INK INN ION IRE ITS IVY JAM JAR JAW JET JOB JOY KEY KID KIT LAB LAP LAW LAY LEG LET
LID LIE LIP LOG LOT LOW MAD MAN MAP MAT MAY MEN MET MIX MOB MOM MUD NET NEW NIL NOD NOR NOT NOW NUT OAK OAR
OAT ODD OFF OIL OLD ONE ORE OUR OUT OWE OWL OWN PAN PAT PAY PEA PEN PET PIE PIG PIN PIT POT RAG RAM RAN RAT
RAW RAY RED RIB RID RIM RIP ROB ROD ROE ROW RUB RUG RUN RUT SAD SAW SAY SEA SEE SET SEW SHE SHY SIN SIR SIT
SIX SKI SKY SON SOW SPA SPY SUM SUN TAB TAN TAP TAR TAX TEA TEE TEN THE TIE TIN TIP TOE TON TOO TOP TOW TOY
TRY TUB TWO URN USE VAN VET VIA WAR WAS WAX WAY WEB WED WET WHO WHY WIG WIN WIT WOE YES YET YOU ZIP ZOO
""".split()
domains = ac3({label: set(words) for label in slots})
print({label: len(domain) for label, domain in domains.items()})
grid


# %% [markdown]
# ## Backtracking search
#
# Choose a slot, try its words one after another, go on to the next slot; when no word is left to try, go
# back and try another word before. Three choices are left open, and are parameters here: which slot comes
# next, which word is first, and what is inferred from a word.


# %%
def agrees(assignment, x, word):
    """Return whether a word is new and agrees with the words that cross it."""
    return word not in assignment.values() and all(
        word[crossings[x, y][0]] == assignment[y][crossings[x, y][1]]
        for y in neighbours[x]
        if y in assignment
    )


def search(domains, select, order, infer, assignment=None, counts=None):
    """Return a complete assignment, or None; count the words that are assigned on the way."""
    assignment = assignment or {}
    if len(assignment) == len(slots):
        return assignment
    x = select(domains, assignment)
    for word in order(domains, assignment, x):
        if agrees(assignment, x, word):
            counts["assignments"] += 1
            smaller = infer({**domains, x: {word}}, x)
            if smaller is not None:
                result = search(smaller, select, order, infer, {**assignment, x: word}, counts)
                if result is not None:
                    return result
    return None


def first_slot(domains, assignment):
    return next(x for x in slots if x not in assignment)


def alphabetical(domains, assignment, x):
    return sorted(domains[x])


def nothing(domains, x):
    return domains


def run(name, **choices):
    counts = Counter()
    result = search(domains, counts=counts, **choices)
    print(f"{name:48} {counts['assignments']:5} assignments")
    return result


result = run(
    "next slot, alphabet, no inference", select=first_slot, order=alphabetical, infer=nothing
)


# %% [markdown]
# ## Which slot, which word?
#
# **Minimum remaining values**: the slot with the fewest words left; if it is going to fail, it fails soon.
# Among equals, the **degree**: the slot with the most crossings. **Least constraining value**: the word
# first that rules out the fewest words of its neighbours.


# %%
def mrv(domains, assignment):
    free = [x for x in slots if x not in assignment]
    return min(free, key=lambda x: (len(domains[x]), -len(neighbours[x])))


def lcv(domains, assignment, x):
    def ruled_out(word):
        total = 0
        for y in neighbours[x]:
            if y not in assignment:
                i, j = crossings[x, y]
                total += sum(word[i] != other[j] for other in domains[y])
        return total

    return sorted(sorted(domains[x]), key=ruled_out)


run("MRV, alphabet, no inference", select=mrv, order=alphabetical, infer=nothing)
run("next slot, LCV, no inference", select=first_slot, order=lcv, infer=nothing)
result = run("MRV, LCV, no inference", select=mrv, order=lcv, infer=nothing)

# %% [markdown]
# Without inference the domains never change, so minimum remaining values takes the slots in the same order
# every time, whether they cross or not: here it does more harm than good. It needs domains that shrink.
#
# ## Maintained arc consistency
#
# After every assignment, run AC-3 from the arcs of the neighbours. An empty domain shows at once that the
# word was wrong, many assignments before the search would have found out.


# %%
def maintain_arc_consistency(domains, x):
    return ac3(domains, [(y, x) for y in neighbours[x]])


run(
    "next slot, alphabet, maintained arc consistency",
    select=first_slot,
    order=alphabetical,
    infer=maintain_arc_consistency,
)
result = run(
    "MRV, LCV, maintained arc consistency",
    select=mrv,
    order=lcv,
    infer=maintain_arc_consistency,
)

# %%
filled = grid
for label, word in result.items():
    filled = filled.with_word(label, word)
filled

# %% [markdown]
# And this is the search, assignment by assignment: what is certain after each of them.

# %%
step, domain_sets = {}, domains
for label, word in result.items():
    step[label] = word
    domain_sets = maintain_arc_consistency({**domain_sets, label: {word}}, label)
    if len(step) <= 3:
        print(f"{label} = {word}: {sum(map(len, domain_sets.values()))} words left")
        display(certain(grid, domain_sets))

# %% [markdown]
# ## All of it at once
#
# `compare` runs every combination of the textbook's choices. The number of assignments is what counts;
# a search that is not done after 2,000 of them is given up.

# %%
for outcome in compare(grid, words, limit=Limit(nodes=2000)):
    print(f"{outcome.variant!s:40} {outcome.status!s:8} {outcome.counters.assignments:5}")

# %% [markdown]
# To watch a search event by event in a browser: `crosswright trace grid.txt words.txt --run textbook -o
# search.html`. And to see what a real engine does with the same ideas, fill a real grid:

# %%
fill(
    """
....#....
....#....
....#....
.........
###...###
.........
....#....
....#....
....#....
""",
    english(),
    objective="any",
    seed=1,
    min_score=60,
).grid
