"""Gang, poker played together against the bank. Start with RULES.md, then components.py, state.py and rules/."""
