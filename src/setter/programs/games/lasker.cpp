static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int n = position[0];
    for (Int left = 0; left < n; left++) all.push_back({{{left}}, ""});
    for (Int part = 1; 2 * part <= n; part++) all.push_back({{{part}, {n - part}}, ""});
    return all;
}

static Int closed(const Record &, const Position &position) {
    Int n = position[0];
    return n && n % 4 == 0 ? n - 1 : n % 4 == 3 ? n + 1 : n;
}
