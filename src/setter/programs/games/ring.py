# A position is a heap and whether it is a ring still.
def parts(r):
    return [(n, 1) for n in r.heaps]


def digit(k):
    while REPEAT and k >= len(DIGITS):
        k -= REPEAT
    return DIGITS[k] if k < len(DIGITS) else 0


def moves(r, position, named=False):
    n, ring = position
    for taken in range(n + 1):
        what, left = digit(taken), n - taken
        results = []
        if what & 1 and left == 0:
            results.append([])
        if what & (6 if ring else 2) and left > 0 and taken > 0:
            results.append([left])
        if what & 4 and not ring:
            results += [[a, left - a] for a in range(1, left // 2 + 1) if not (what & 16 and a == left - a)]
        if what & 8 and not ring:
            for a in range(1, left // 3 + 1):
                for b in range(a, (left - a) // 2 + 1):
                    if not (what & 16 and len({a, b, left - a - b}) < 3):
                        results.append([a, b, left - a - b])
        for result in results:
            yield [(part, 0) for part in result], "%d>%s" % (n, "+".join(map(str, result)) or "0")
