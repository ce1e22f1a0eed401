# A position is where the token is, and then the vertices that it has been on, in order.
def parts(r):
    return [(r.tokens[-1],) + tuple(sorted(r.tokens[:-1]))]


def moves(r, position, named=False):
    here = position[0]
    reached = {b if a == here else a for a, b in r.edges if here in (a, b)}
    for to in sorted(reached - set(position)):
        yield [(to,) + tuple(sorted(position))], str(to)


def links(r):
    return r.edges


{{ matching }}
