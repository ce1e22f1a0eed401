def moves(r, position, named=False):
    n = position[0]
    for part in range(1, (n + 1) // 2):
        yield [(part,), (n - part,)], None
