"""Why a grid cannot be filled, what would help, and what it still allows."""
