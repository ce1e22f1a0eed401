// How many edges a largest matching of the free vertices has (Edmonds 1965).
struct Matching {
    const vector<set<Int>> &next;
    vector<bool> free;
    vector<Int> mate, parent, base;

    Matching(const vector<set<Int>> &next, const vector<bool> &free)
        : next(next), free(free), mate(next.size(), -1), parent(next.size()), base(next.size()) {}

    Int meeting(Int a, Int b) {
        set<Int> above;
        for (;;) {
            a = base[a];
            above.insert(a);
            if (mate[a] < 0) break;
            a = parent[mate[a]];
        }
        while (!above.count(base[b])) b = parent[mate[base[b]]];
        return base[b];
    }

    void mark(Int v, Int top, Int child, vector<bool> &blossom) {
        while (base[v] != top) {
            blossom[base[v]] = blossom[base[mate[v]]] = true;
            parent[v] = child;
            child = mate[v];
            v = parent[child];
        }
    }

    bool augment(Int root) {
        size_t n = next.size();
        parent.assign(n, -1);
        for (size_t v = 0; v < n; v++) base[v] = v;
        vector<bool> outer(n);
        vector<Int> queue{root};
        outer[root] = true;
        for (size_t at = 0; at < queue.size(); at++) {
            Int v = queue[at];
            for (Int to : next[v]) {
                if (!free[to] || base[v] == base[to] || mate[v] == to) continue;
                if (to == root || (mate[to] >= 0 && parent[mate[to]] >= 0)) {
                    Int top = meeting(v, to);
                    vector<bool> blossom(n);
                    mark(v, top, to, blossom);
                    mark(to, top, v, blossom);
                    for (size_t u = 0; u < n; u++)
                        if (blossom[base[u]]) {
                            base[u] = top;
                            if (!outer[u] && free[u]) outer[u] = true, queue.push_back(u);
                        }
                } else if (parent[to] < 0) {
                    parent[to] = v;
                    if (mate[to] < 0) {
                        while (to >= 0) {
                            Int before = parent[to], following = mate[before];
                            mate[to] = before, mate[before] = to;
                            to = following;
                        }
                        return true;
                    }
                    outer[mate[to]] = true;
                    queue.push_back(mate[to]);
                }
            }
        }
        return false;
    }

    Int size() {
        Int edges = 0;
        for (size_t v = 0; v < next.size(); v++)
            if (free[v] && mate[v] < 0) edges += augment(v);
        return edges;
    }
};

// Won where every largest matching of what is left meets the token (Fraenkel, Scheinerman, Ullman 1993).
static Int closed(const Record &r, const Position &position) {
    if (position.empty()) {
        for (const Move &move : moves(r, position, false))
            if (!closed(r, move.left[0])) return 1;
        return 0;
    }
    vector<set<Int>> next(r.vertices + 1);
    for (const Position &edge : links(r)) next[edge[0]].insert(edge[1]), next[edge[1]].insert(edge[0]);
    vector<bool> free(r.vertices + 1, true);
    for (Int v : position) free[v] = false;
    Int without = Matching(next, free).size();
    free[position[0]] = true;
    return Matching(next, free).size() > without;
}
