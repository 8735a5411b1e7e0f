"""Where tables, matches and their logs are kept: one protocol, SQLite (embedded) and PostgreSQL (many nodes)."""
