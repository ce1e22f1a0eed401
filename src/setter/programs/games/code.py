def digit(k):
    """Digit k of the code; the last ones may repeat for ever. With 16, heaps that are left are unequal."""
    while REPEAT and k >= len(DIGITS):
        k -= REPEAT
    return DIGITS[k] if k < len(DIGITS) else 0


def moves(r, position, named=False):
    n = position[0]
    for taken in range(n + 1 if REPEAT else min(n + 1, len(DIGITS))):
        what, left = digit(taken), n - taken
        if what & 1 and left == 0:
            yield [], None
        if what & 2 and left > 0:
            yield [(left,)], None
        if what & 4:
            for a in range(1, left // 2 + 1):
                if not (what & 16 and a == left - a):
                    yield [(a,), (left - a,)], None
        if what & 8:
            for a in range(1, left // 3 + 1):
                for b in range(a, (left - a) // 2 + 1):
                    if not (what & 16 and len({a, b, left - a - b}) < 3):
                        yield [(a,), (b,), (left - a - b,)], None
