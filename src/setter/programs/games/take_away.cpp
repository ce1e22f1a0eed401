// A position is a heap and the most that may be taken now.
static vector<Move> moves(const Record &, const Position &position, bool named) {
    vector<Move> all;
    Int n = position[0], most = position.size() > 1 ? position[1] : n - 1;
    for (Int k = 1; k <= min(n, most); k++) {
        string name;
        if (named) name = joined(position) + ">" + joined({n - k, TIMES * k});
        all.push_back({{{n - k, min(TIMES * k, n - k)}}, name});
    }
    return all;
}
