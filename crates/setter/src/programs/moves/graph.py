def moves(r, position, named=False):
    for to in sorted({to for here, to in r.edges if here == position[0]}):
        yield [(to,)], None
