static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    for (Int amount : r.amounts.empty() ? AMOUNTS : r.amounts)
        if (amount <= position[0]) all.push_back({{{position[0] - amount}}, ""});
    return all;
}
