"""Players that work for any game, and how a bot is asked for its move."""
