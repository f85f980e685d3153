"""What several test modules share: sample files, oracles, strategies."""
