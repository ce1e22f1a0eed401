static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    for (Int amount : r.amounts.empty() ? AMOUNTS : r.amounts)
        if (position[0] - amount >= (VARIANT == 0 ? LEFT : 0)) all.push_back({{{position[0] - amount}}, ""});
    return all;
}

static string ended(const Record &, const Sum &state) {
    Int n = state[0][0];
    return n > LEFT ? "" : n < LEFT && VARIANT == 1 ? "DRAW" : "LOSE";
}
