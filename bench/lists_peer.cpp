// What a careful contestant writes for games on lists: positions are vectors in an unordered_map, values are found by
// recursion. `lists_peer JOB` prints the Grundy value of the start; bench/compare-lists.sh gives the program the same rules.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>
#include <algorithm>

using List = std::vector<int>;

struct Hash {
    size_t operator()(const List &list) const {
        uint64_t hash = list.size();
        for (int n : list) hash = (hash ^ uint64_t(n)) * 0x9e3779b97f4a7c15ULL, hash ^= hash >> 29;
        return hash;
    }
};

std::unordered_map<List, int, Hash> known;

// Calls `visit` with every position that a move leaves.
using Visit = const std::function<void(const List &)> &;
using Moves = void (*)(const List &, Visit);
Moves moves;

int value(const List &position) {
    auto met = known.find(position);
    if (met != known.end()) return met->second;
    std::vector<char> seen(64);
    moves(position, [&](const List &next) {
        int v = value(next);
        if (v >= int(seen.size())) seen.resize(2 * v);
        seen[v] = 1;
    });
    int mex = 0;
    while (seen[mex]) mex++;
    known.emplace(position, mex);
    return mex;
}

void delete_one(const List &w, Visit visit) {
    List next;
    for (size_t i = 0; i < w.size(); i++) {
        next.assign(w.begin(), w.begin() + i);
        next.insert(next.end(), w.begin() + i + 1, w.end());
        visit(next);
    }
}

void swap_neighbours(const List &w, Visit visit) {
    List next = w;
    for (size_t i = 0; i + 1 < w.size(); i++)
        if (w[i] > w[i + 1]) {
            std::swap(next[i], next[i + 1]);
            visit(next);
            std::swap(next[i], next[i + 1]);
        }
}

void split_part(const List &p, Visit visit) {
    List next;
    for (size_t i = 0; i < p.size(); i++)
        for (int a = 1; a <= p[i] / 2; a++) {
            next = p;
            next[i] -= a;
            next.push_back(a);
            std::sort(next.begin(), next.end(), std::greater<int>());
            visit(next);
        }
}

void circular(const List &h, Visit visit) {
    int n = h.size();
    List next = h;
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        for (int a = 0; a < h[i]; a++) {
            next[i] = a;
            visit(next);
            for (int b = 0; b < h[j]; b++) {
                next[j] = b;
                visit(next);
            }
            next[j] = h[j];
        }
        next[i] = h[i];
    }
}

std::vector<List> kids;

// The values of the vertices of a tree: a move leaves all children, or one of them.
int of_vertex(const List &v) {
    auto met = known.find(v);
    if (met != known.end()) return met->second;
    std::vector<int> seen;
    int all = 0;
    for (int c : kids[v[0]]) {
        int value = of_vertex({c});
        all ^= value;
        seen.push_back(value);
    }
    seen.push_back(all);
    int mex = 0;
    while (std::find(seen.begin(), seen.end(), mex) != seen.end()) mex++;
    known.emplace(v, mex);
    return mex;
}

int main(int argc, char **argv) {
    std::string job = argc > 1 ? argv[1] : "";
    List start;
    if (job == "tree") {
        // The parent of vertex v is v/2 - v%3 or 0: bench/compare-lists.sh makes the same tree.
        kids.resize(5000);
        for (int v = 1; v < 5000; v++) kids[std::max(0, v / 2 - v % 3)].push_back(v);
        printf("%d\n", of_vertex({0}));
        return 0;
    }
    if (job == "delete") {
        moves = delete_one;
        for (int i = 0; i < 20; i++) start.push_back(i);
    } else if (job == "permutations") {
        moves = swap_neighbours;
        for (int i = 10; i > 0; i--) start.push_back(i);
    } else if (job == "partitions") {
        moves = split_part;
        start = {40};
    } else if (job == "circular") {
        moves = circular;
        start.assign(6, 6);
    } else if (job == "circular-10") {
        moves = circular;
        start.assign(10, 3);
    } else {
        return 2;
    }
    printf("%d\n", value(start));
}
