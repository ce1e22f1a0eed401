FIRST = "{{ sides[0][0] }}"
FIRST_MOST = {{ sides[0][1] }}
SECOND = "{{ sides[1][0] }}"
SECOND_MOST = {{ sides[1][1] }}


def turned(kind, most, n):
    """The places that a move turns whose head is at n, the largest first."""
    if kind in ("up-to", "exactly"):
        for count in range(most) if kind == "up-to" else (most - 1,):
            for others in itertools.combinations(range(n - 1, 0, -1), count):
                yield (n,) + others
    else:
        for count in range(1, min(n, most or n) + 1):
            yield tuple(range(n, n - count, -1))


def moves(r, position, named=False):
    if len(position) == 1:
        for places in turned(FIRST, FIRST_MOST, position[0]):
            yield [(place,) for place in places[1:]], ",".join(map(str, places))
        return
    for rows in turned(FIRST, FIRST_MOST, position[0]):
        for cols in turned(SECOND, SECOND_MOST, position[1]):
            cells = list(itertools.product(rows, cols))
            yield cells[1:], "+".join("%d,%d" % cell for cell in cells)
