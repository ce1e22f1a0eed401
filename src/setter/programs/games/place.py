{{ taking }}
def whole(r):
    return bits(i for i in range(r.height * r.width) if (i // r.width + 1, i % r.width + 1) not in r.broken)


def takes(r):
    for row in range(1, r.height + 1):
        for col in range(1, r.width + 1):
            for shape in SHAPES:
                cells = sorted((row + i, col + j) for i, j in zip(shape[::2], shape[1::2]))
                if all(i <= r.height and 1 <= j <= r.width for i, j in cells):
                    taken = bits((i - 1) * r.width + j - 1 for i, j in cells)
                    yield taken, taken, "+".join("%d,%d" % cell for cell in cells)
