// {{ about }}
#include <bits/stdc++.h>
{% if method == "formula" %}

{{ definition }}
{% endif %}

using namespace std;
typedef long long Int;
typedef vector<Int> Position;
typedef vector<Position> Sum;

struct Rules {
    vector<Int> amounts;
    vector<string> rows;
    vector<vector<Int>> next;
};

static const vector<Int> DIGITS = {{ digits_cpp }};
static const vector<vector<Int>> VECTORS = {{ vectors_cpp }};
static const vector<vector<Int>> STEPS = {{ steps_cpp }};

// The positions that a move leaves of one position.
static vector<Sum> options(const Rules &rules, const Position &position) {
    vector<Sum> all;
    (void)rules;
{% if family == "heap" %}
    Int n = position[0];
{% if game == "nim" %}
    for (Int left = 0; left < n; left++) all.push_back(Sum{Position{left}});
{% elif game == "subtraction" %}
    for (Int amount : rules.amounts)
        if (amount <= n) all.push_back(Sum{Position{n - amount}});
{% elif game == "octal" %}
    for (Int taken = 0; taken < (Int)DIGITS.size() && taken <= n; taken++) {
        Int left = n - taken, digit = DIGITS[taken];
        if ((digit & 1) && left == 0) all.push_back(Sum{});
        if ((digit & 2) && left > 0) all.push_back(Sum{Position{left}});
        if (digit & 4)
            for (Int part = 1; 2 * part <= left; part++) all.push_back(Sum{Position{part}, Position{left - part}});
    }
{% elif game == "lasker" %}
    for (Int left = 0; left < n; left++) all.push_back(Sum{Position{left}});
    for (Int part = 1; 2 * part <= n; part++) all.push_back(Sum{Position{part}, Position{n - part}});
{% elif game == "grundys-game" %}
    for (Int part = 1; 2 * part < n; part++) all.push_back(Sum{Position{part}, Position{n - part}});
{% endif %}
{% elif family == "pair" %}
    Int a = position[0], b = position[1];
{% if game == "wythoff" %}
    for (Int k = 1; k <= a; k++) all.push_back(Sum{Position{a - k, b}});
    for (Int k = 1; k <= b; k++) all.push_back(Sum{Position{a, b - k}});
    for (Int k = 1; k <= min(a, b); k++) all.push_back(Sum{Position{a - k, b - k}});
{% elif game == "euclid" %}
    for (Int k = b; b && k <= a; k += b) all.push_back(Sum{Position{a - k, b}});
    for (Int k = a; a && k <= b; k += a) all.push_back(Sum{Position{a, b - k}});
{% endif %}
{% elif family == "vectors" %}
    for (const auto &vector_ : VECTORS) {
        Position left = position;
        bool fits = true;
        for (size_t i = 0; i < left.size(); i++) fits &= (left[i] -= vector_[i]) >= 0;
        if (fits) all.push_back(Sum{left});
    }
{% elif family == "board" %}
    for (const auto &step : STEPS) {
        Int r = position[0], c = position[1];
        do {
            r += step[0], c += step[1];
            if (r < 0 || c < 0 || r >= (Int)rules.rows.size() || c >= (Int)rules.rows[0].size() ||
                rules.rows[r][c] == '#')
                break;
            all.push_back(Sum{Position{r, c}});
        } while ({{ "true" if slides == "True" else "false" }});
    }
{% elif family == "graph" %}
    for (Int to : rules.next[position[0]]) all.push_back(Sum{Position{to}});
{% elif family == "walk" %}
    for (Int to : rules.next[position[0]])
        if (!(position[1] >> to & 1)) all.push_back(Sum{Position{to, position[1] | 1LL << to}});
{% endif %}
    return all;
}

static Int mex(const vector<Int> &values) {
    vector<bool> seen(values.size() + 1);
    for (Int v : values)
        if (v < (Int)seen.size()) seen[v] = true;
    Int value = 0;
    while (seen[value]) value++;
    return value;
}

struct Memo {
    vector<Int> heaps;
    map<Position, Int> others;
};

static Int value(const Rules &rules, Memo &memo, const Position &position) {
{% if method == "formula" %}
    return (Int)grundy({% for i in range(arity) %}{{ ", " if i else "" }}position[{{ i }}]{% endfor %});
{% elif method == "size" %}
    return position[0];
{% elif family == "heap" %}
    // All smaller heaps first.
    while ((Int)memo.heaps.size() <= position[0]) {
        vector<Int> found;
        for (const Sum &left : options(rules, Position{(Int)memo.heaps.size()})) {
            Int total = 0;
            for (const Position &part : left) total ^= memo.heaps[part[0]];
            found.push_back(total);
        }
        memo.heaps.push_back(mex(found));
    }
    return memo.heaps[position[0]];
{% else %}
    auto known = memo.others.find(position);
    if (known != memo.others.end()) return known->second;
    vector<Int> found;
    for (const Sum &left : options(rules, position)) {
        Int total = 0;
        for (const Position &part : left) total ^= value(rules, memo, part);
        found.push_back(total);
    }
    return memo.others[position] = mex(found);
{% endif %}
}

{% if answer == "move" %}
// A move as the judge writes it: `2:5>1+3`.
static string written(size_t i, const Position &from, const Sum &left) {
    auto joined = [](const Position &numbers) {
        string text;
        for (Int n : numbers) text += (text.empty() ? "" : ",") + to_string(n{{ " + 1" if family == "board" else "" }});
        return text;
    };
    string to;
    for (const Position &part : left) to += (to.empty() ? "" : "+") + joined(part);
    return to_string(i + 1) + ":" + joined(from) + ">" + (to.empty() ? "0" : to);
}

{% endif %}
int main() {
    Int tests = 1;
{% if input != "single" %}
    cin >> tests;
{% endif %}
    map<vector<Int>, Memo> known;
    while (tests--) {
        Rules rules;
        Sum positions;
        rules.amounts = {{ amounts_cpp }};
{% if input == "heaps" or input == "single" %}
        Int n;
        cin >> n;
        positions.assign(n, Position(1));
        for (auto &position : positions) cin >> position[0];
{% elif input == "amounts" %}
        Int k, n;
        cin >> k >> n;
        rules.amounts.assign(k, 0);
        for (auto &amount : rules.amounts) cin >> amount;
        positions.assign(n, Position(1));
        for (auto &position : positions) cin >> position[0];
{% elif input == "numbers" %}
        positions.assign(1, Position(1));
        cin >> positions[0][0];
{% elif input == "pairs" %}
        positions.assign(1, Position({{ arity }}));
        for (auto &n : positions[0]) cin >> n;
{% elif input == "piles" %}
        Int n, d;
        cin >> n >> d;
        positions.assign(n, Position(d));
        for (auto &position : positions)
            for (auto &number : position) cin >> number;
{% elif input == "board" %}
        Int height, width;
        cin >> height >> width;
        rules.rows.resize(height);
        for (auto &row : rules.rows) cin >> row;
        for (Int r = 0; r < height; r++)
            for (Int c = 0; c < width; c++) {
                char there = rules.rows[r][c];
                Int count = there == 'K' ? 1 : isdigit(there) ? there - '0' : 0;
                while (count--) positions.push_back(Position{r, c});
            }
{% elif input == "pieces" %}
        Int height, width, damaged, pieces, r, c;
        cin >> height >> width >> damaged >> pieces;
        rules.rows.assign(height, string(width, '.'));
        while (damaged--) cin >> r >> c, rules.rows[r - 1][c - 1] = '#';
        while (pieces--) cin >> r >> c, positions.push_back(Position{r - 1, c - 1});
{% elif input == "edges" %}
        Int vertices, edges, tokens, a, b;
        cin >> vertices >> edges >> tokens;
        vector<set<Int>> next(vertices + 1);
        while (edges--) {
            cin >> a >> b;
            next[a].insert(b);
{% if family == "walk" %}
            next[b].insert(a);
{% endif %}
        }
        for (const auto &list : next) rules.next.push_back(vector<Int>(list.begin(), list.end()));
{% if family == "walk" %}
        Int visited = 0;
        while (tokens--) cin >> a, visited |= 1LL << a;
        positions.push_back(Position{a, visited});
{% else %}
        while (tokens--) cin >> a, positions.push_back(Position{a});
{% endif %}
{% endif %}
{% if family == "board" or family == "graph" or family == "walk" %}
        Memo memo;
{% else %}
        Memo &memo = known[rules.amounts];
{% endif %}
        Int total = 0;
        for (const auto &position : positions) total ^= value(rules, memo, position);
{% if answer == "winner" %}
        puts(total ? "First" : "Second");
{% elif answer == "yes-no" %}
        puts(total ? "YES" : "NO");
{% elif answer == "grundy" %}
        printf("%lld\n", total);
{% elif answer == "move" %}
        string best;
        for (size_t i = 0; i < positions.size() && best.empty(); i++)
            for (const Sum &left : options(rules, positions[i])) {
                Int after = total ^ value(rules, memo, positions[i]);
                for (const Position &part : left) after ^= value(rules, memo, part);
                if (after == 0 && best.empty()) best = written(i, positions[i], left);
            }
        puts(total ? ("WIN " + best).c_str() : "LOSE");
{% else %}
        Int count = 0;
        for (const auto &position : positions)
            for (const Sum &left : options(rules, position)) {
                Int after = total ^ value(rules, memo, position);
                for (const Position &part : left) after ^= value(rules, memo, part);
                count += after == 0;
            }
{% if answer == "count" %}
        printf("%lld\n", count);
{% else %}
        if (total) printf("WIN %lld\n", count);
        else puts("LOSE");
{% endif %}
{% endif %}
    }
}
