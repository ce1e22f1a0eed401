def moves(r, position, named=False):
    for i, n in enumerate(position):
        for to in range(n):
            yield [position[:i] + (to,) + position[i + 1:]], "%d:%d>%d" % (i + 1, n, to)


def closed(r, position):
    # As in nim while some heap has more than one; then an even number of heaps is wanted (Bouton 1901).
    result = 0
    for n in position:
        result ^= n
    return int(result != 0 if max(position, default=0) > 1 else result == 0)
