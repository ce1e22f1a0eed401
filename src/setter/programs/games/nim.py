def moves(r, position, named=False):
    for left in range(position[0]):
        yield [(left,)], None


def closed(r, position):
    return position[0]
