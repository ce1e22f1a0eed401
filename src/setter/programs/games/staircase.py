def moves(r, position, named=False):
    for i, n in enumerate(position):
        for to in range(n):
            after = list(position)
            after[i] = to
            name = "%d:%d>%d" % (i + 1, n, to)
            if i:
                after[i - 1] += n - to
                name = "%d:%d>%d,%s" % (i, position[i - 1], after[i - 1], name)
            yield [tuple(after)], name


def closed(r, position):
    result = 0
    for n in position[::2]:
        result ^= n
    return result
