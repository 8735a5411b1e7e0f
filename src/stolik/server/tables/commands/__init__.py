"""What can be done at a table: one file for each family of commands, and `dispatch.py`, which finds the handler."""
