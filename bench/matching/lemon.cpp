// Times LEMON's maximum matching on the graphs of the records that grundy is timed on.
//
//   lemon smart|list factor LIMIT           the divisibility graph on 1..=LIMIT: counts the even
//                                           numbers that some maximum matching misses
//   lemon smart|list edges ORDER FILE TOKEN an edge list, "a b" a line: counts the neighbours of
//                                           TOKEN that some maximum matching without TOKEN misses
//
// smart and list are LEMON's classes of graphs: SmartGraph, the faster, and ListGraph, which its
// tutorial and most programs use.
//
// Prints: count, milliseconds to build LEMON's graph, milliseconds to solve. Making or reading the
// edges is not timed.
#include <lemon/list_graph.h>
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>
#include <vector>

using Edges = std::vector<std::pair<int, int>>;

// Processor time, as grundy is measured: other work on the machine disturbs it less.
static double milliseconds() { return 1000.0 * std::clock() / CLOCKS_PER_SEC; }

// The vertices of `asked` that some maximum matching without `token` misses, counted.
template <class Graph>
static void run(int order, const Edges &edges, int token, const std::vector<char> &asked) {
    const double start = milliseconds();
    Graph graph;
    graph.reserveNode(order + 1);
    graph.reserveEdge(edges.size());
    for (int v = 0; v <= order; ++v) graph.addNode();
    for (auto [a, b] : edges)
        if (a != token && b != token) graph.addEdge(graph.nodeFromId(a), graph.nodeFromId(b));
    const double built = milliseconds();
    lemon::MaxMatching<Graph> matching(graph);
    matching.run();
    const double solved = milliseconds();
    long count = 0;
    for (int v = 1; v <= order; ++v)
        count += asked[v] && matching.status(graph.nodeFromId(v)) == lemon::MaxMatching<Graph>::EVEN;
    std::printf("%ld %.1f %.1f\n", count, built - start, solved - built);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    Edges edges;
    const bool list = !std::strcmp(argv[1], "list"), factor = !std::strcmp(argv[2], "factor");
    const int order = std::atoi(argv[3]);
    int token = 0;
    std::vector<char> asked(order + 1);
    if (factor) {
        for (int a = 1; a <= order; ++a)
            for (int b = 2 * a; b <= order; b += a) edges.emplace_back(a, b);
        for (int v = 2; v <= order; v += 2) asked[v] = 1;
    } else {
        if (argc < 6) return 2;
        token = std::atoi(argv[5]);
        std::FILE *file = std::fopen(argv[4], "r");
        if (!file) return 2;
        for (int a, b; std::fscanf(file, "%d %d", &a, &b) == 2;) edges.emplace_back(a, b);
        std::fclose(file);
        for (auto [a, b] : edges) {
            if (a == token) asked[b] = 1;
            if (b == token) asked[a] = 1;
        }
        asked[token] = 0;
    }
    if (list)
        run<lemon::ListGraph>(order, edges, token, asked);
    else
        run<lemon::SmartGraph>(order, edges, token, asked);
}
