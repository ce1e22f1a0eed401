{{ lowered }}
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    vector<size_t> rest;
    for (size_t i = 0; i < position.size(); i++)
        if (position[i]) rest.push_back(i);
    if (rest.empty()) return all;
    for (size_t i : set<size_t>{rest.front(), rest.back()})
        for (Int to = 0; to < position[i]; to++) all.push_back(lowered(position, i, to));
    return all;
}
