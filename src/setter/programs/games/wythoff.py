def moves(r, position, named=False):
    a, b = position
    for i in range(a + 1):
        near = range(max(1, i - APART + 1), min(b, i + APART - 1) + 1)
        for j in range(1, b + 1) if i == 0 else [0] + list(near):
            yield [(a - i, b - j)], None
