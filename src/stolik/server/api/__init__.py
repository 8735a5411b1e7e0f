"""The HTTP side: everything that a page or a program can ask for, documented in OpenAPI."""
