{{ taking }}
def attacked(r, row, col):
    """The cell, and those that a piece on it attacks."""
    cells = [(row, col)]
    for down, right in STEPS:
        i, j = row + down, col + right
        while 1 <= i <= r.height and 1 <= j <= r.width:
            cells.append((i, j))
            if not SLIDES:
                break
            i, j = i + down, j + right
    return bits((i - 1) * r.width + j - 1 for i, j in cells)


def whole(r):
    free = bits((i - 1) * r.width + j - 1 for i in range(1, r.height + 1) for j in range(1, r.width + 1)
                if (i, j) not in r.broken)
    for row, col in r.pieces:
        free &= ~attacked(r, row, col)
    return free


def takes(r):
    for row in range(1, r.height + 1):
        for col in range(1, r.width + 1):
            yield bits([(row - 1) * r.width + col - 1]), attacked(r, row, col), "%d,%d" % (row, col)
