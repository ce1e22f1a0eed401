def moves(r, position, named=False):
    n = position[0]
    for amount in r.amounts or AMOUNTS:
        if amount <= n:
            yield [(n - amount,)], None
