{{ taking }}
static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int element = 1; element <= r.vertices; element++) {
        Int above = bit(element);
        for (Int before = 0; before != above;) {
            before = above;
            for (const Position &pair : r.edges)
                if (above & bit(pair[0])) above |= bit(pair[1]);
        }
        free |= bit(element);
        add_take(bit(element), above, to_string(element));
    }
    return {{free}};
}
