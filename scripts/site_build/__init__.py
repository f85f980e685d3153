"""The documentation as a site: pages in reading order, a search, and nothing from elsewhere."""
