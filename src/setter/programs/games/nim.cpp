static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (Int left = 0; left < position[0]; left++) all.push_back({{{left}}, ""});
    return all;
}

static Int closed(const Record &, const Position &position) { return position[0]; }
