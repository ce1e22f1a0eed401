static vector<Move> moves(const Record &r, const Position &position, bool) {
    set<Int> reached;
    for (const Position &edge : r.edges)
        if (edge[0] == position[0]) reached.insert(edge[1]);
    vector<Move> all;
    for (Int to : reached) all.push_back({Sum{Position{to}}, ""});
    return all;
}
