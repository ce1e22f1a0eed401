def moves(r, position, named=False):
    n = position[0]
    for amount in r.amounts or AMOUNTS:
        if n - amount >= (LEFT if VARIANT == 0 else 0):
            yield [(n - amount,)], None


def ended(r, state):
    n = state[0][0]
    if n > LEFT:
        return None
    return "DRAW" if n < LEFT and VARIANT == 1 else "LOSE"
