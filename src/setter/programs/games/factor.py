# A position is the number drawn last, and then those before it, in order.
def parts(r):
    return [(r.tokens[-1],) + tuple(sorted(r.tokens[:-1])) if r.tokens else ()]


def moves(r, position, named=False):
    for to in range(1, r.vertices + 1):
        fits = to % 2 == 0 if not position else position[0] % to == 0 or to % position[0] == 0
        if fits and to not in position:
            yield [(to,) + tuple(sorted(position))], str(to)


def links(r):
    return [(a, b) for a in range(1, r.vertices + 1) for b in range(2 * a, r.vertices + 1, a)]


{{ matching }}
