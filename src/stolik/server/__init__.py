"""Tables over the network. Knows no game by name."""
