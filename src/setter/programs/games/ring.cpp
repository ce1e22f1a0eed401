// A position is a heap and whether it is a ring still.
static Sum parts(const Record &r) {
    Sum all;
    for (Int n : r.heaps) all.push_back({n, 1});
    return all;
}

static Int digit(Int k) {
    Int size = DIGITS.size();
    if (REPEAT && k >= size) k = size - REPEAT + (k - size) % max<Int>(REPEAT, 1);
    return k < size ? DIGITS[k] : 0;
}

static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int n = position[0], ring = position[1];
    auto leaves = [&](const vector<Int> &heaps) {
        Move move;
        for (Int heap : heaps) {
            move.name += (move.name.empty() ? "" : "+") + to_string(heap);
            move.left.push_back({heap, 0});
        }
        move.name = to_string(n) + ">" + (heaps.empty() ? "0" : move.name);
        all.push_back(move);
    };
    for (Int taken = 0; taken <= n; taken++) {
        Int what = digit(taken), left = n - taken;
        bool unequal = what & 16;
        if ((what & 1) && left == 0) leaves({});
        if ((what & (ring ? 6 : 2)) && left > 0 && taken > 0) leaves({left});
        if ((what & 4) && !ring)
            for (Int a = 1; 2 * a <= left; a++)
                if (!(unequal && a == left - a)) leaves({a, left - a});
        if ((what & 8) && !ring)
            for (Int a = 1; 3 * a <= left; a++)
                for (Int b = a; a + 2 * b <= left; b++)
                    if (!(unequal && (a == b || b == left - a - b))) leaves({a, b, left - a - b});
    }
    return all;
}
