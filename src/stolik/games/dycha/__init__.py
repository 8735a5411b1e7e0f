"""DYCHA. Start with RULES.md, then components.py (what is in the box), state.py and rules.py."""
