{{ taking }}
// The cell, and those that a piece on it attacks.
static Int attacked(const Record &r, Int row, Int col) {
    Int all = bit((row - 1) * r.width + col - 1);
    for (const Position &step : STEPS) {
        Int i = row + step[0], j = col + step[1];
        while (i >= 1 && i <= r.height && j >= 1 && j <= r.width) {
            all |= bit((i - 1) * r.width + j - 1);
            if (!SLIDES) break;
            i += step[0], j += step[1];
        }
    }
    return all;
}

static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int i = 1; i <= r.height; i++)
        for (Int j = 1; j <= r.width; j++) {
            Int cell = bit((i - 1) * r.width + j - 1);
            if (!r.broken.count({i, j})) free |= cell;
            add_take(cell, attacked(r, i, j), joined({i, j}));
        }
    for (const Position &piece : r.pieces) free &= ~attacked(r, piece[0], piece[1]);
    return {{free}};
}
