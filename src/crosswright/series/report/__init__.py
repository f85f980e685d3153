"""The report of a season: `figures` counts, `charts` draws, `report` puts one page together."""
