"""DYCHA. Start with RULES.md, then components.py (what is in the box), state.py, rules/ and tellings.py."""
