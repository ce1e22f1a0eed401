// Grundy values of a take-and-break code by a loop over all moves that stamps what they reach.
//
//     breaking_naive CODE HEAPS      the values of heaps 0 to HEAPS, as `? sequence` writes them
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    std::vector<int> bits, unequal;
    int from = -1;
    for (const char *p = argv[1]; *p; ++p) {
        if (*p == '.' || *p == ']') continue;
        if (*p == '[') { from = (int)bits.size(); continue; }
        if (*p == '!') { unequal.back() = 1; continue; }
        bits.push_back(*p >= 'A' ? *p - 'A' + 10 : *p - '0');
        unequal.push_back(0);
    }
    const int heaps = std::atoi(argv[2]), digits = (int)bits.size();
    std::vector<int> g(heaps + 1, 0), stamps(1 << 20, 0);
    for (int n = 1; n <= heaps; ++n) {
        for (int k = 0; k <= n; ++k) {
            if (k >= digits && from < 0) break;
            const int i = k < digits ? k : from + (k - from) % (digits - from);
            const int digit = bits[i], r = n - k, apart = unequal[i];
            if ((digit & 1) && r == 0) stamps[0] = n;
            if ((digit & 2) && r > 0) stamps[g[r]] = n;
            if (digit & 4)
                for (int a = 1; 2 * a + apart <= r; ++a) stamps[g[a] ^ g[r - a]] = n;
            if (digit & 8)
                for (int a = 1; 3 * a <= r; ++a) {
                    const int value = g[a], rest = r - a;
                    for (int b = a + apart; 2 * b + apart <= rest; ++b) stamps[value ^ g[b] ^ g[rest - b]] = n;
                }
        }
        int value = 0;
        while (stamps[value] == n) ++value;
        g[n] = value;
    }
    for (int n = 0; n <= heaps; ++n) std::printf(n ? " %d" : "%d", g[n]);
    std::puts("");
}
