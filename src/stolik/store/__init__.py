"""The database of tables, matches and their logs: one protocol, SQLite (embedded) and PostgreSQL (many nodes)."""
