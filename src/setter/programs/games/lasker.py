def moves(r, position, named=False):
    n = position[0]
    for left in range(n):
        yield [(left,)], None
    for part in range(1, n // 2 + 1):
        yield [(part,), (n - part,)], None


def closed(r, position):
    n = position[0]
    return n - 1 if n and n % 4 == 0 else n + 1 if n % 4 == 3 else n
