// A position is the edges that are left, by their numbers: those of the edges that hang on the ground.
static Position hanging(const Record &r, const Position &edges) {
    set<Int> ground{0};
    for (size_t size = 0; size < ground.size();) {
        size = ground.size();
        for (Int e : edges)
            if (ground.count(r.edges[e][0]) || ground.count(r.edges[e][1]))
                ground.insert(r.edges[e].begin(), r.edges[e].end());
    }
    Position left;
    for (Int e : edges)
        if (ground.count(r.edges[e][0])) left.push_back(e);
    return left;
}

static Sum parts(const Record &r) {
    Position all;
    for (size_t e = 0; e < r.edges.size(); e++) all.push_back(e);
    return {hanging(r, all)};
}

static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++) {
        Position others = position;
        others.erase(others.begin() + i);
        const Position &edge = r.edges[position[i]];
        all.push_back({{hanging(r, others)}, to_string(edge[0]) + "-" + to_string(edge[1])});
    }
    return all;
}

// An edge that is no bridge counts as a loop, 1; a bridge makes what hangs on it one more (fusion and colon
// principles: Berlekamp, Conway and Guy, Winning Ways, chapter 7).
static Int closed(const Record &r, const Position &position) {
    map<Int, vector<pair<Int, Int>>> at;
    for (Int e : position) {
        Int a = r.edges[e][0], b = r.edges[e][1];
        at[a].push_back({b, e});
        if (a != b) at[b].push_back({a, e});
    }
    map<Int, Int> entered, low, worth;
    function<void(Int, Int)> enter = [&](Int v, Int through) {
        Int time = entered.size();
        entered[v] = low[v] = time;
        for (auto [to, e] : at[v]) {
            if (e == through) continue;
            if (!entered.count(to)) {
                enter(to, e);
                low[v] = min(low[v], low[to]);
                worth[v] ^= low[to] > entered[v] ? worth[to] + 1 : worth[to] ^ 1;
            } else if (entered[to] <= entered[v]) {
                low[v] = min(low[v], entered[to]);
                worth[v] ^= 1;
            }
        }
    };
    enter(0, -1);
    return worth[0];
}
