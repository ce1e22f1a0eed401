def moves(r, position, named=False):
    for i, at in enumerate(position):
        for to in range(max([other for other in position if other < at], default=0) + 1, at):
            yield [position[:i] + (to,) + position[i + 1:]], "%d:%d>%d" % (i + 1, at, to)


def closed(r, position):
    # Every other gap is a heap of nim, from the rightmost coin on.
    coins, result = [0] + sorted(position), 0
    for i in range(len(coins) - 1, 0, -2):
        result ^= coins[i] - coins[i - 1] - 1
    return result
