STEPS = {{ steps }}
SLIDES = {{ "True" if slides else "False" }}


def moves(r, position, named=False):
    for down, right in STEPS:
        row, col = position
        while True:
            row, col = row + down, col + right
            if not (1 <= row <= r.height and 1 <= col <= r.width) or (row, col) in r.broken:
                break
            yield [(row, col)], None
            if not SLIDES:
                break
