"""The player of recorded searches: `page.py` fills `player.html` with the data that it plays."""
