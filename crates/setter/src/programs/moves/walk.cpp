// A position is the vertex of the token and then the vertices before it, ascending; it is empty before the first move.
static Position walked(Position position, Int to) {
    sort(position.begin(), position.end());
    position.insert(position.begin(), to);
    return position;
}

static Sum parts(const Record &r) {
    if (r.tokens.empty()) return Sum{Position()};
    return Sum{walked(Position(r.tokens.begin(), r.tokens.end() - 1), r.tokens.back())};
}

static set<Int> next_to(const Record &r, Int here) {
    set<Int> all;
{% if divisors %}
    for (Int n = 1; n <= r.vertices; n++)
        if (here % n == 0 || n % here == 0) all.insert(n);
{% else %}
    for (const Position &edge : r.edges) {
        if (edge[0] == here) all.insert(edge[1]);
        if (edge[1] == here) all.insert(edge[0]);
    }
{% endif %}
    return all;
}

static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    set<Int> reached;
    if (position.empty())
        for (Int n = 2; n <= r.vertices; n += 2) reached.insert(n);
    else reached = next_to(r, position[0]);
    for (Int to : reached)
        if (find(position.begin(), position.end(), to) == position.end())
            all.push_back({Sum{walked(position, to)}, to_string(to)});
    return all;
}
