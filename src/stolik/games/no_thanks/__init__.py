"""No Thanks! Start with RULES.md, then rules.py: it reads alike."""
