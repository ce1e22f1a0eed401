static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int n = position[0];
    for (Int part = 1; 2 * part < n; part++) all.push_back({{{part}, {n - part}}, ""});
    return all;
}
