def moves(r, position, named=False):
    for i, row in enumerate(position):
        for j in range(row):
            if i or j:
                yield [position[:i] + tuple(min(n, j) for n in position[i:])], "%d,%d" % (i + 1, j + 1)
