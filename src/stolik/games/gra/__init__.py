"""GRA, liar's dice with cards. Start with RULES.md, then state.py and rules.py: they read alike."""
