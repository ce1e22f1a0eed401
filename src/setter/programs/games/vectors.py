def moves(r, position, named=False):
    for vector in VECTORS:
        left = tuple(n - v for n, v in zip(position, vector))
        if min(left) >= 0 and list(left) not in DAMAGED:
            yield [left], None
