{{ walked }}
static Sum parts(const Record &r) { return walk_so_far(r); }

static vector<Move> moves(const Record &r, const Position &position, bool) {
    set<Int> reached;
    for (const Position &edge : r.edges)
        for (int side = 0; side < 2; side++)
            if (edge[side] == position[0]) reached.insert(edge[1 - side]);
    vector<Move> all;
    for (Int to : reached)
        if (find(position.begin(), position.end(), to) == position.end())
            all.push_back({{walked(position, to)}, to_string(to)});
    return all;
}

static vector<Position> links(const Record &r) { return r.edges; }

{{ matching }}
