"""Submissions of the course's assignment, run against its contract.

problems    small crosswords, and calls of the eight functions on them
contract    what each call must do, and what is wrong with what it did
cases       calls worked out by hand, and random ones
shrinking   the smallest call that still goes wrong
sandbox     a submission in a process of its own, with limits; `worker` is what runs there
grade       all of it for one file; `folder` for many
crossword   the course's own module, for submissions that come without it; never imported here
"""
