"""Codes with which the server closes a socket (RFC 6455 and IANA's registry), where it means something to a client."""

SERVICE_RESTART = 1012
"""The server stops: come back in a moment."""
TRY_AGAIN_LATER = 1013
"""The subscriber did not keep up: it may resume at once."""
TABLE_DAMAGED = 4410
"""What the store has of the table cannot be read: there is no use in coming back soon."""
