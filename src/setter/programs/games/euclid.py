def moves(r, position, named=False):
    a, b = position
    for k in range(b, a - LEAST + 1, b) if b else ():
        yield [(a - k, b)], None
    for k in range(a, b - LEAST + 1, a) if a else ():
        yield [(a, b - k)], None
