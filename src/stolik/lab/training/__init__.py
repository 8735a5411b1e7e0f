"""Makes the books of trained numbers that bots look things up in. Each game that has one brings a file of its own here,
with `train(folder, *, seed, command, report)`: it writes its books into the folder (see `stolik.bots.weights`), each
with the command that made it, and calls `report(what, share)` now and then: what it does, and how much of it is done.
"""
