static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (Int i = 0; i <= position[0]; i++) {
        Int low = i ? max<Int>(1, i - APART + 1) : 1, high = i ? min(position[1], i + APART - 1) : position[1];
        if (i) all.push_back({{{position[0] - i, position[1]}}, ""});
        for (Int j = low; j <= high; j++) all.push_back({{{position[0] - i, position[1] - j}}, ""});
    }
    return all;
}
