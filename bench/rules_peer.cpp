// What a contestant writes: a table and a stamped mex array, one function a game.
// usage: rules_peer GAME N; prints processor seconds and the values that compare-rules.sh asks for.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>
static std::vector<uint32_t> seen(1 << 17);
static uint32_t turn = 1;
static std::vector<uint16_t> value;
static void mark(uint32_t v) { seen[v] = turn; }
static uint16_t mex() { uint32_t m = 0; while (seen[m] == turn) m++; turn++; return m; }
static void mark_game(long n) {
    value.assign(n + 1, 0);
    for (long i = 1; i <= n; i++) { mark(value[i - 1]); mark(value[i / 2]); value[i] = mex(); }
}
static void squares(long n) {
    value.assign(n + 1, 0);
    for (long i = 1; i <= n; i++) { for (long k = 1; k * k <= i; k++) mark(value[i - k * k]); value[i] = mex(); }
}
static void divisors(long n) {
    std::vector<std::vector<int>> of(n + 1);
    for (int d = 1; d <= n; d++) for (long m = 2L * d; m <= n; m += d) of[m].push_back(d);
    value.assign(n + 1, 0);
    for (long i = 1; i <= n; i++) { for (int d : of[i]) mark(value[i - d]); value[i] = mex(); }
}
static void kayles(long n) {
    value.assign(n + 1, 0);
    for (long i = 1; i <= n; i++) {
        for (long k = 1; k <= 2 && k <= i; k++) for (long j = 0; 2 * j <= i - k; j++) mark(value[j] ^ value[i - k - j]);
        value[i] = mex();
    }
}
static void wythoff(long n) {
    value.assign((n + 1) * (n + 1), 0);
    long w = n + 1;
    for (long a = 0; a <= n; a++) for (long b = 0; b <= n; b++) {
        for (long k = 1; k <= a; k++) mark(value[(a - k) * w + b]);
        for (long k = 1; k <= b; k++) mark(value[a * w + b - k]);
        for (long k = 1; k <= std::min(a, b); k++) mark(value[(a - k) * w + b - k]);
        value[a * w + b] = mex();
    }
}
static void euclid(long n) {
    value.assign((n + 1) * (n + 1), 0);
    long w = n + 1;
    for (long a = 0; a <= n; a++) for (long b = 0; b <= n; b++) {
        if (b > 0) for (long x = a - b; x >= 0; x -= b) mark(value[x * w + b]);
        if (a > 0) for (long y = b - a; y >= 0; y -= a) mark(value[a * w + y]);
        value[a * w + b] = mex();
    }
}
static void fibonacci_nim(long n) {
    value.assign((n + 1) * (n + 1), 0);
    long w = n + 1;
    for (long a = 0; a <= n; a++) for (long m = 0; m <= n; m++) {
        for (long k = 1; k <= std::min(a, m); k++) mark(value[(a - k) * w + std::min(2 * k, a - k)]);
        value[a * w + m] = mex();
    }
}
// Three rows; the last value of (n, n, n) alone.
static void chomp(long n) {
    long w = n + 1;
    value.assign(w * w * w, 0);
    auto at = [&](long a, long b, long c) { return (a * w + b) * w + c; };
    for (long a = 0; a <= n; a++) for (long b = 0; b <= a; b++) for (long c = 0; c <= b; c++) {
        for (long i = 1; i < a; i++) mark(value[at(i, std::min(b, i), std::min(c, i))]);
        for (long i = 0; i < b; i++) mark(value[at(a, i, std::min(c, i))]);
        for (long i = 0; i < c; i++) mark(value[at(a, b, i)]);
        value[at(a, b, c)] = mex();
    }
}
static void turtles(long n) {
    value.assign(n + 1, 0);
    for (long s = 0; s <= n; s++) {
        for (int i = 0; s >> i; i++) if (s >> i & 1) {
            mark(value[s ^ 1L << i]);
            for (int j = 0; j < i; j++) mark(value[s ^ 1L << i ^ 1L << j]);
        }
        value[s] = mex();
    }
}
static void nim_with_a_pass(long n) {
    long w = n + 1;
    value.assign(w * w * w * 2, 0);
    auto at = [&](long a, long b, long c, long p) { return ((a * w + b) * w + c) * 2 + p; };
    for (long a = 0; a <= n; a++) for (long b = 0; b <= n; b++) for (long c = 0; c <= n; c++) for (long p = 0; p < 2; p++) {
        for (long k = 1; k <= a; k++) mark(value[at(a - k, b, c, p)]);
        for (long k = 1; k <= b; k++) mark(value[at(a, b - k, c, p)]);
        for (long k = 1; k <= c; k++) mark(value[at(a, b, c - k, p)]);
        if (p && a + b + c > 0) mark(value[at(a, b, c, 0)]);
        value[at(a, b, c, p)] = mex();
    }
}
// A guard in the innermost loop that is no bound.
static void common_bits(long n) {
    value.assign(n + 1, 0);
    for (long i = 1; i <= n; i++) { for (long k = 1; k <= i; k++) if (i & k) mark(value[i - k]); value[i] = mex(); }
}
int main(int count, char** words) {
    struct { const char* name; void (*fill)(long); int numbers; } games[] = {
        {"mark", mark_game, 1}, {"squares", squares, 1}, {"divisors", divisors, 1}, {"kayles", kayles, 1},
        {"wythoff", wythoff, 2}, {"euclid", euclid, 2}, {"fibonacci-nim", fibonacci_nim, 2},
        {"chomp", chomp, 3}, {"turtles", turtles, 1}, {"pass", nim_with_a_pass, 4}, {"common-bits", common_bits, 1}};
    if (count != 3) return 2;
    long n = atol(words[2]);
    for (auto& game : games) if (!strcmp(game.name, words[1])) {
        timespec from, to;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
        game.fill(n);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
        fprintf(stderr, "%.4f\n", to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) * 1e-9);
        if (game.numbers > 2) { printf("%d\n", value.back()); return 0; }
        // The last values of the line, or of the diagonal of the square.
        for (long i = std::max(0L, n - 20); i <= n; i++)
            printf("%d%s", game.numbers == 1 ? value[i] : value[i * (n + 1) + n], i < n ? " " : "\n");
        return 0;
    }
    return 2;
}
