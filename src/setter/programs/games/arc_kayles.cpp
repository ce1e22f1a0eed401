{{ taking }}
static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int v = 1; v <= r.vertices; v++) free |= bit(v);
    for (const Position &edge : r.edges) {
        Int ends = bit(edge[0]) | bit(edge[1]);
        add_take(ends, ends, to_string(edge[0]) + "-" + to_string(edge[1]));
    }
    return {{free}};
}
