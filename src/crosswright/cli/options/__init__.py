"""The options that commands share, one module per group.

groups    how several options reach a command as one value
texts     texts and names of files
inputs    files to read
lists     word lists
rules     the rules of a fill
shapes    the size and style of a new grid
limits    seeds and times
metadata  title, author and clues
outputs   files to write
mode      JSON or text, quiet or not
"""
