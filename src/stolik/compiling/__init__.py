"""From rules to machine code, kept on disk."""
