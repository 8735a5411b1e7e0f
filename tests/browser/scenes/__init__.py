"""Every page and state of a page that somebody may come upon: brought there, to be looked at."""
