// Digit k of the code; the last ones may repeat for ever. With 16, heaps that are left are unequal.
static Int digit(Int k) {
    Int size = DIGITS.size();
    if (REPEAT && k >= size) k = size - REPEAT + (k - size) % max<Int>(REPEAT, 1);
    return k < size ? DIGITS[k] : 0;
}

static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int n = position[0];
    for (Int taken = 0; taken <= n && (REPEAT || taken < (Int)DIGITS.size()); taken++) {
        Int what = digit(taken), left = n - taken;
        bool unequal = what & 16;
        if ((what & 1) && left == 0) all.push_back({{}, ""});
        if ((what & 2) && left > 0) all.push_back({{{left}}, ""});
        if (what & 4)
            for (Int a = 1; 2 * a <= left; a++)
                if (!(unequal && a == left - a)) all.push_back({{{a}, {left - a}}, ""});
        if (what & 8)
            for (Int a = 1; 3 * a <= left; a++)
                for (Int b = a; a + 2 * b <= left; b++) {
                    Int c = left - a - b;
                    if (!(unequal && (a == b || b == c))) all.push_back({{{a}, {b}, {c}}, ""});
                }
    }
    return all;
}
