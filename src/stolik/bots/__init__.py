"""Bots that play any game: search, regret matching, and how a bot is asked for its move."""
