def moves(r, position, named=False):
    i = next((i for i, n in enumerate(position) if n), None)
    for to in range(position[i]) if i is not None else ():
        yield [position[:i] + (to,) + position[i + 1:]], "%d:%d>%d" % (i + 1, position[i], to)


def closed(r, position):
    # The player who faces the first heap of more than one chooses who does so with the rest.
    rest = [n for n in position if n]
    ones = next((i for i, n in enumerate(rest) if n > 1), len(rest))
    return int(ones % 2 == 0 if ones < len(rest) else len(rest) % 2 == 1)
