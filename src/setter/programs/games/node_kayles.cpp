{{ taking }}
static Sum parts(const Record &r) {
    vector<Int> around(r.vertices + 1);
    for (Int v = 1; v <= r.vertices; v++) around[v] = bit(v);
    for (const Position &edge : r.edges) around[edge[0]] |= bit(edge[1]), around[edge[1]] |= bit(edge[0]);
    Int free = 0;
    all_takes.clear();
    for (Int v = 1; v <= r.vertices; v++) free |= bit(v), add_take(bit(v), around[v], to_string(v));
    for (Int v : r.tokens) free &= ~around[v];
    return {{free}};
}
