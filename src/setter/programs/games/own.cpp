// What has no value: where it would be needed, there is no move.
struct Undefined {};

template <class F, class T> static T tried(F f, T otherwise) {
    try {
        return f();
    } catch (const Undefined &) {
        return otherwise;
    }
}

static inline vector<Int> stretch(Int low, Int high, Int step) {
    if (step < 1) throw Undefined();
    vector<Int> all;
    for (Int n = low; n <= high; n += step) all.push_back(n);
    return all;
}

static inline vector<Int> united(const vector<vector<Int>> &sets) {
    set<Int> all;
    for (const auto &one : sets) all.insert(one.begin(), one.end());
    return vector<Int>(all.begin(), all.end());
}

static inline bool belongs(Int n, const vector<Int> &members) {
    return find(members.begin(), members.end(), n) != members.end();
}

static inline Int quotient(Int a, Int b) {
    if (b == 0) throw Undefined();
    return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static inline Int remainder_of(Int a, Int b) { return a - quotient(a, b) * b; }

static inline Int shifted(Int a, Int by) {
    if (by <= -63) return a < 0 ? -1 : 0;
    return by >= 0 ? a * (1LL << by) : a >> -by;
}

static inline Int least(const vector<Int> &numbers) { return *min_element(numbers.begin(), numbers.end()); }

static inline Int greatest(const vector<Int> &numbers) { return *max_element(numbers.begin(), numbers.end()); }

static inline Int magnitude(Int n) { return n < 0 ? -n : n; }

static inline Int common(const vector<Int> &numbers) {
    Int a = 0;
    for (Int b : numbers) {
        b = magnitude(b);
        while (b) swap(a %= b, b);
    }
    return a;
}

static inline Int power(Int a, Int b) {
    if (b < 0) throw Undefined();
    Int result = 1;
    while (b--) result *= a;
    return result;
}

static inline Int root(Int n) {
    if (n < 0) throw Undefined();
    Int low = 0, high = 3037000500LL;
    while (high - low > 1) {
        Int middle = (low + high) / 2;
        (middle * middle <= n ? low : high) = middle;
    }
    return low;
}

static inline Int logarithm(Int n) {
    if (n < 1) throw Undefined();
    return 63 - __builtin_clzll(n);
}

static inline Int ones(Int n) {
    if (n < 0) throw Undefined();
    return __builtin_popcountll(n);
}

static inline Int lowbit(Int n) { return n & -n; }

static inline Int digitsum(Int n) {
    Int sum = 0;
    for (n = magnitude(n); n; n /= 10) sum += n % 10;
    return sum;
}

static inline Int isprime(Int n) {
    for (Int d = 2; d * d <= n; d++)
        if (n % d == 0) return 0;
    return n > 1;
}

static inline Int issquare(Int n) { return n >= 0 && root(n) * root(n) == n; }

static inline vector<Int> divisors(Int n) {
    vector<Int> all;
    for (Int d = 1; d <= n; d++)
        if (n % d == 0) all.push_back(d);
    return all;
}

static inline vector<Int> primes(Int n) {
    vector<Int> all;
    for (Int p = 2; p <= n; p++)
        if (isprime(p)) all.push_back(p);
    return all;
}

static inline vector<Int> squares(Int n) {
    vector<Int> all;
    for (Int k = 1; k * k <= n; k++) all.push_back(k * k);
    return all;
}

static inline vector<Int> cubes(Int n) {
    vector<Int> all;
    for (Int k = 1; k * k * k <= n; k++) all.push_back(k * k * k);
    return all;
}

static inline vector<Int> triangular(Int n) {
    vector<Int> all;
    for (Int k = 1; k * (k + 1) / 2 <= n; k++) all.push_back(k * (k + 1) / 2);
    return all;
}

static inline vector<Int> factorials(Int n) {
    vector<Int> all;
    for (Int k = 1, product = 1; product <= n; product *= ++k) all.push_back(product);
    return all;
}

static inline vector<Int> fibonacci(Int n) {
    vector<Int> all;
    for (Int a = 1, b = 2; a <= n; b += a, a = b - a) all.push_back(a);
    return all;
}

static inline vector<Int> powers(Int base, Int n) {
    if (base < 2) throw Undefined();
    vector<Int> all;
    for (Int product = 1; product <= n; product *= base) all.push_back(product);
    return all;
}

static inline vector<Int> bits(Int n) {
    if (n < 0) throw Undefined();
    vector<Int> all;
    for (Int k = 0; k < 63; k++)
        if (n >> k & 1) all.push_back(k);
    return all;
}

static inline vector<Int> digits(Int n) {
    set<Int> all;
    n = magnitude(n);
    do all.insert(n % 10);
    while (n /= 10);
    return vector<Int>(all.begin(), all.end());
}

# THE RULE
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    if (is_lost(position) || is_won(position) || is_drawn(position)) return all;
    set<Sum> seen;
    for (const Sum &left : options(position)) {
        bool fits = true;
        for (const Position &part : left) fits &= *min_element(part.begin(), part.end()) >= 0 && is_legal(part);
        Sum key = left;
        sort(key.begin(), key.end());
        if (fits && seen.insert(key).second) all.push_back({left, ""});
    }
    return all;
}
# THE END

// What play has ended with before its last move; none where it goes on.
static string ended(const Record &, const Sum &state) {
    if (state.empty()) return "";
    if (is_lost(state[0])) return "LOSE";
    if (is_won(state[0])) return "WIN";
    return is_drawn(state[0]) ? "DRAW" : "";
}
