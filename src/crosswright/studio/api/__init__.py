"""What a browser can ask: each module answers the questions about one thing."""
