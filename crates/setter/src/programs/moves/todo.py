# TODO: the components of a test, each a tuple of numbers, from what was read of it.
def parts(r):
    return [(n,) for n in r.heaps]


# TODO: the moves of a component: for each the list of the components that it leaves, and the move as the judge writes it.
def moves(r, position, named=False):
    yield from ()
