# A position is the vertex of the token and then the vertices before it, ascending; it is empty before the first move.
def parts(r):
    return [(r.tokens[-1],) + tuple(sorted(r.tokens[:-1])) if r.tokens else ()]


def next_to(r, here):
{% if divisors %}
    return [n for n in range(1, r.vertices + 1) if here % n == 0 or n % here == 0]
{% else %}
    return sorted({b if a == here else a for a, b in r.edges if here in (a, b)})
{% endif %}


def moves(r, position, named=False):
    for to in next_to(r, position[0]) if position else range(2, r.vertices + 1, 2):
        if to not in position:
            yield [(to,) + tuple(sorted(position))], str(to)
