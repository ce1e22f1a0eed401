# A position is a board of nine cells, in binary. Boards that are dead are gone.
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def dead(board):
    return any(board & line == line for line in LINES)


def parts(r):
    cells = [sum((there != ".") << j for j, there in enumerate(row)) for row in r.rows]
    return [(a | b << 3 | c << 6,) for a, b, c in zip(cells[::3], cells[1::3], cells[2::3])]


def moves(r, position, named=False):
    board = position[0]
    for cell in range(0 if not dead(board) else 9, 9):
        if not board >> cell & 1:
            after = board | 1 << cell
            yield [] if dead(after) else [(after,)], "%d,%d" % (cell // 3 + 1, cell % 3 + 1)
