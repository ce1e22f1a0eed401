def moves(r, position, named=False):
    rest = [i for i, n in enumerate(position) if n]
    for i in sorted({rest[0], rest[-1]}) if rest else ():
        for to in range(position[i]):
            yield [position[:i] + (to,) + position[i + 1:]], "%d:%d>%d" % (i + 1, position[i], to)
