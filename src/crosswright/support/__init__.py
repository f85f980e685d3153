"""Support for every room.

cache     what is quicker to read than to make again
cachefolder  everything in the folder of the cache, and clearing it
files     files written whole or not at all
versions  versions of the formats of files that are kept
databases  SQLite files of older formats
log       what is done, step by step, for --verbose and --log
locks     locks between processes
turns     one thread at a time
folders   where a user's files are
shipped   files that come with the package
twins     compiled modules and their plain twins
decoding  text from bytes
wording   numbers, lists and names in a sentence
numbers   whole numbers that callers give
keywords  keywords that a function does not take
placeholders  {n} and {date} in texts
pictures  how a notebook draws
sizes     the largest things that all agree on
bits      integers as sets of bits
"""
