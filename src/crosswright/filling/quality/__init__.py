"""The best fill there is time for."""
