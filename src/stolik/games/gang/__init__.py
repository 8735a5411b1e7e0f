"""Gang, poker played together against the bank. Start with RULES.md, then state.py and rules.py: they read alike."""
