"""The studio: a place in the browser to construct crosswords, and the server behind it.

A document's state is plain data (`state`), changed by `operations` and made from and into a puzzle
by `conversion`. `document` adds revisions, undo and redo; `journal` keeps them on disk; `library`
holds all documents below a folder. `jobs` and `assistant`, with its stages in `thinking`, work
beside the person, `events` tells what they find, and `app` answers the browser, behind the checks
of `security`; the page itself is in `assets`.
"""
