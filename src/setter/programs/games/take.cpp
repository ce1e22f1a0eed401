{{ taking }}
static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int v = 1; v <= r.vertices; v++) free |= bit(v);
    for (const Position &taken : r.sets) {
        Int all = 0;
        for (Int v : taken) all |= bit(v);
        add_take(all, all, joined(taken));
    }
    return {{free}};
}
