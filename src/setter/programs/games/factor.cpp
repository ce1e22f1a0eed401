{{ walked }}
static Sum parts(const Record &r) { return walk_so_far(r); }

static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    for (Int to = 1; to <= r.vertices; to++) {
        bool fits = position.empty() ? to % 2 == 0 : position[0] % to == 0 || to % position[0] == 0;
        if (fits && find(position.begin(), position.end(), to) == position.end())
            all.push_back({{walked(position, to)}, to_string(to)});
    }
    return all;
}

static vector<Position> links(const Record &r) {
    vector<Position> all;
    for (Int a = 1; a <= r.vertices; a++)
        for (Int b = 2 * a; b <= r.vertices; b += a) all.push_back({a, b});
    return all;
}

{{ matching }}
