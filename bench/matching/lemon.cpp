// Times LEMON's maximum matching on the graphs of the records that grundy is timed on.
//
//   lemon factor LIMIT          the divisibility graph on 1..=LIMIT: counts the even numbers that
//                               some maximum matching misses
//   lemon edges ORDER FILE TOKEN  an edge list, "a b" a line: counts the neighbours of TOKEN that some
//                               maximum matching without TOKEN misses
//
// Prints: count, milliseconds to build LEMON's graph, milliseconds to solve. Making or reading the
// edges is not timed.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <ctime>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

// Processor time, as grundy is measured: other work on the machine disturbs it less.
struct Clock {
    using time_point = std::clock_t;
    static time_point now() { return std::clock(); }
};

static double milliseconds(Clock::time_point from, Clock::time_point to) {
    return 1000.0 * (to - from) / CLOCKS_PER_SEC;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    std::vector<std::pair<int, int>> edges;
    const bool factor = !std::strcmp(argv[1], "factor");
    const int order = std::atoi(argv[2]);
    int token = 0;
    if (factor) {
        for (int a = 1; a <= order; ++a)
            for (int b = 2 * a; b <= order; b += a) edges.emplace_back(a, b);
    } else {
        if (argc < 5) return 2;
        token = std::atoi(argv[4]);
        std::FILE *file = std::fopen(argv[3], "r");
        if (!file) return 2;
        for (int a, b; std::fscanf(file, "%d %d", &a, &b) == 2;) edges.emplace_back(a, b);
        std::fclose(file);
    }
    const auto start = Clock::now();
    lemon::SmartGraph graph;
    graph.reserveNode(order + 1);
    graph.reserveEdge(edges.size());
    for (int v = 0; v <= order; ++v) graph.addNode();
    for (auto [a, b] : edges)
        if (a != token && b != token) graph.addEdge(graph.nodeFromId(a), graph.nodeFromId(b));
    const auto built = Clock::now();
    lemon::MaxMatching<lemon::SmartGraph> matching(graph);
    matching.run();
    const auto solved = Clock::now();
    const auto missed = [&](int v) {
        return matching.status(graph.nodeFromId(v)) == lemon::MaxMatching<lemon::SmartGraph>::EVEN;
    };
    std::vector<char> asked(order + 1);
    if (factor) {
        for (int v = 2; v <= order; v += 2) asked[v] = 1;
    } else {
        for (auto [a, b] : edges) {
            if (a == token) asked[b] = 1;
            if (b == token) asked[a] = 1;
        }
        asked[token] = 0;
    }
    long count = 0;
    for (int v = 1; v <= order; ++v) count += asked[v] && missed(v);
    std::printf("%ld %.1f %.1f\n", count, milliseconds(start, built), milliseconds(built, solved));
}
