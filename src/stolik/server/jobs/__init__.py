"""Work on whole matches, off the event loop: a queue with a budget, what is done, and what is kept of it."""
