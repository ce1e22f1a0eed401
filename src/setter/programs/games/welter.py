def moves(r, position, named=False):
    for i, at in enumerate(position):
        for to in range(at):
            if to not in position:
                yield [position[:i] + (to,) + position[i + 1:]], "%d:%d>%d" % (i + 1, at, to)


def closed(r, position):
    # Welter's function: the nim-sum of the squares and of 2^(k+1) - 1 for each two of them, where 2^k is the
    # largest power of two that divides their difference (Conway, On Numbers and Games, chapter 13).
    result = 0
    for i, at in enumerate(position):
        result ^= at
        for other in position[:i]:
            result ^= (at ^ other) ^ ((at ^ other) - 1)
    return result
