# A position is a heap and the most that may be taken now.
def moves(r, position, named=False):
    n = position[0]
    most = position[1] if len(position) > 1 else n - 1
    for k in range(1, min(n, most) + 1):
        name = "%s>%d,%d" % (",".join(map(str, position)), n - k, TIMES * k)
        yield [(n - k, min(TIMES * k, n - k))], name
