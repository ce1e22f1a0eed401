// A number or set that does not exist: a condition or move that needs it fails.
struct Undefined {};

template <class F, class T> static T tried(F f, T otherwise) {
    try {
        return f();
    } catch (const Undefined &) {
        return otherwise;
    }
}

static inline vector<Int> steps_of(Int low, Int high, Int step) {
    if (step < 1) throw Undefined();
    vector<Int> all;
    for (Int n = low; n <= high; n += step) all.push_back(n);
    return all;
}

static inline vector<Int> stretch(Int low, Int high) { return steps_of(low, high, 1); }

template <class... T> static inline vector<Int> listed(T... numbers) { return {Int(numbers)...}; }

template <class... T> static inline vector<Int> united(const T &...sets) {
    set<Int> all;
    (all.insert(sets.begin(), sets.end()), ...);
    return vector<Int>(all.begin(), all.end());
}

static inline bool belongs(Int n, const vector<Int> &members) {
    return find(members.begin(), members.end(), n) != members.end();
}

static inline Int quotient_of(Int a, Int b) {
    if (b == 0) throw Undefined();
    return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}

static inline Int residue_of(Int a, Int b) { return a - quotient_of(a, b) * b; }

static inline Int shifted_of(Int a, Int by) {
    if (by <= -63) return a < 0 ? -1 : 0;
    return by >= 0 ? a * (1LL << by) : a >> -by;
}

template <class... T> static inline Int min_of(Int a, T... more) { return min({a, Int(more)...}); }

template <class... T> static inline Int max_of(Int a, T... more) { return max({a, Int(more)...}); }

template <class... T> static inline Int item_of(Int i, T... numbers) {
    if (i < 0 || i >= Int(sizeof...(numbers))) throw Undefined();
    return vector<Int>{Int(numbers)...}[i];
}

static inline Int abs_of(Int n) { return n < 0 ? -n : n; }

template <class... T> static inline Int gcd_of(T... numbers) {
    Int a = 0;
    for (Int b : {Int(numbers)...}) {
        b = abs_of(b);
        while (b) swap(a %= b, b);
    }
    return a;
}

static inline Int pow_of(Int a, Int b) {
    if (b < 0) throw Undefined();
    Int result = 1;
    while (b--) result *= a;
    return result;
}

static inline Int sqrt_of(Int n) {
    if (n < 0) throw Undefined();
    Int low = 0, high = 3037000500LL;
    while (high - low > 1) {
        Int middle = (low + high) / 2;
        (middle * middle <= n ? low : high) = middle;
    }
    return low;
}

static inline Int log2_of(Int n) {
    if (n < 1) throw Undefined();
    return 63 - __builtin_clzll(n);
}

static inline Int popcount_of(Int n) {
    if (n < 0) throw Undefined();
    return __builtin_popcountll(n);
}

static inline Int lowbit_of(Int n) { return n & -n; }

static inline Int digitsum_of(Int n) {
    Int sum = 0;
    for (n = abs_of(n); n; n /= 10) sum += n % 10;
    return sum;
}

static inline Int isprime_of(Int n) {
    for (Int d = 2; d * d <= n; d++)
        if (n % d == 0) return 0;
    return n > 1;
}

static inline Int issquare_of(Int n) { return n >= 0 && sqrt_of(n) * sqrt_of(n) == n; }

// The members of a rising sequence to n.
template <class F> static inline vector<Int> grown(Int n, F member) {
    vector<Int> all;
    for (Int k = 1; member(k) <= n; k++) all.push_back(member(k));
    return all;
}

// The numbers from 1 to n that have a property.
template <class F> static inline vector<Int> chosen(Int n, F fits) {
    vector<Int> all;
    for (Int k = 1; k <= n; k++)
        if (fits(k)) all.push_back(k);
    return all;
}

static inline vector<Int> divisors_of(Int n) {
    return chosen(n, [&](Int d) { return n % d == 0; });
}

static inline vector<Int> primes_of(Int n) { return chosen(n, isprime_of); }

static inline vector<Int> squares_of(Int n) {
    return grown(n, [](Int k) { return k * k; });
}

static inline vector<Int> cubes_of(Int n) {
    return grown(n, [](Int k) { return k * k * k; });
}

static inline vector<Int> triangular_of(Int n) {
    return grown(n, [](Int k) { return k * (k + 1) / 2; });
}

static inline vector<Int> factorials_of(Int n) {
    vector<Int> all;
    for (Int k = 1, product = 1; product <= n; product *= ++k) all.push_back(product);
    return all;
}

static inline vector<Int> fibonacci_of(Int n) {
    vector<Int> all;
    for (Int a = 1, b = 2; a <= n; b += a, a = b - a) all.push_back(a);
    return all;
}

static inline vector<Int> powers_of(Int base, Int n) {
    if (base < 2) throw Undefined();
    vector<Int> all;
    for (Int product = 1; product <= n; product *= base) all.push_back(product);
    return all;
}

static inline vector<Int> bits_of(Int n) {
    if (n < 0) throw Undefined();
    vector<Int> all;
    for (Int k = 0; k < 63; k++)
        if (n >> k & 1) all.push_back(k);
    return all;
}

static inline vector<Int> digits_of(Int n) {
    set<Int> all;
    n = abs_of(n);
    do all.insert(n % 10);
    while (n /= 10);
    return vector<Int>(all.begin(), all.end());
}

{% macro tried(text, otherwise) %}
{{ "tried([&] { return " ~ text ~ "; }, " ~ otherwise ~ ")" if "_of(" in text else text }}
{%- endmacro %}
{% for name, condition in [("is_legal", legal), ("is_lost", lost), ("is_won", won), ("is_drawn", drawn)] if condition %}
static bool {{ name }}(const Position &position) {
    Int {% for name in names %}{{ ", " if not loop.first }}{{ name }} = position[{{ loop.index0 }}]{% endfor %};
    return {{ tried("bool(" ~ condition ~ ")", "false") }};
}

{% endfor %}
// The positions that each move leaves.
static vector<Sum> options(const Position &position) {
    Int {% for name in names %}{{ ", " if not loop.first }}{{ name }} = position[{{ loop.index0 }}]{% endfor %};
    vector<Sum> all;
    auto add = [&](const Sum &left) {
        if (!left.empty()) all.push_back(left);
    };
{% for kind in kinds %}
{% for name, set in kind.qualifiers %}
{% if name %}
{{ "    " * loop.index }}for (Int {{ name }} : {{ tried(set, "vector<Int>()") }})
{% else %}
{{ "    " * loop.index }}if ({{ tried("bool(" ~ set ~ ")", "false") }})
{% endif %}
{% endfor %}
{% set left %}Sum{ {%- for part in kind.parts %}{{ ", " if not loop.first }}Position{ {{- part|join(", ") -}} }{% endfor %}}{% endset %}
{{ "    " * (kind.qualifiers|length + 1) }}add({{ tried(left, "Sum()") }});
{% endfor %}
    return all;
}

static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
{% set ends = [("LOSE", "is_lost", lost), ("WIN", "is_won", won), ("DRAW", "is_drawn", drawn)]|selectattr(2)|list %}
{% if ends %}
    if ({% for _, name, _ in ends %}{{ " || " if not loop.first }}{{ name }}(position){% endfor %}) return all;
{% endif %}
    set<Sum> seen;
    for (const Sum &left : options(position)) {
        bool fits = true;
        for (const Position &part : left) fits &= *min_element(part.begin(), part.end()) >= 0{{ " && is_legal(part)" if legal }};
        Sum key = left;
        sort(key.begin(), key.end());
        if (fits && seen.insert(key).second) all.push_back({left, ""});
    }
    return all;
}

// The outcome of a state that is over by its rule; none where play goes on.
static string ended(const Record &, [[maybe_unused]] const Sum &state) {
{% for outcome, name, _ in ends %}
    if (!state.empty() && {{ name }}(state[0])) return "{{ outcome }}";
{% endfor %}
    return "";
}
