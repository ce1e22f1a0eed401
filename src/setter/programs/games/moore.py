def moves(r, position, named=False):
    def lowered(start, most, now, names):
        for i in range(start, len(now)):
            for to in range(now[i]):
                after = now[:i] + (to,) + now[i + 1:]
                said = names + ["%d:%d>%d" % (i + 1, now[i], to)] if named else names
                yield [after], ",".join(said)
                if most > 1:
                    yield from lowered(i + 1, most - 1, after, said)
    return lowered(0, HEAPS, position, [])


def closed(r, position):
    # Lost where each binary place has a multiple of HEAPS + 1 ones (Moore 1910).
    return int(any(sum(n >> k & 1 for n in position) % (HEAPS + 1) for k in range(64)))
