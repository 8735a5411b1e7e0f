"""Trainers: they make the weights of bots.

A game whose bots are trained has a module here, named like the game's folder, with `train(folder, *, seed, command,
report)`: it writes its weights into the folder (see `stolik.bots.weights`), each file with the command that made it,
and calls `report(what, share)` now and then: what it does, and how much of it is done.
"""
