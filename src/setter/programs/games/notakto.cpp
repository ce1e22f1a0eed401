// A position is a board of nine cells, in binary. Boards that are dead are gone.
static bool dead(Int board) {
    for (Int line : {07, 070, 0700, 0111, 0222, 0444, 0421, 0124})
        if ((board & line) == line) return true;
    return false;
}

static Sum parts(const Record &r) {
    Sum all;
    for (size_t first = 0; first + 2 < r.rows.size(); first += 3) {
        Int board = 0;
        for (int cell = 0; cell < 9; cell++)
            if (r.rows[first + cell / 3][cell % 3] != '.') board |= 1 << cell;
        all.push_back({board});
    }
    return all;
}

static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int board = position[0];
    if (dead(board)) return all;
    for (int cell = 0; cell < 9; cell++)
        if (!(board >> cell & 1)) {
            Int after = board | 1 << cell;
            string name = to_string(cell / 3 + 1) + "," + to_string(cell % 3 + 1);
            all.push_back({dead(after) ? Sum{} : Sum{{after}}, name});
        }
    return all;
}
