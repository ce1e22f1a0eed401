// {{ about }}
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>
{% if method == "formula" %}

{{ definition }}
{% endif %}

using namespace std;
typedef long long Int;
typedef vector<Int> Position;
typedef vector<Position> Sum;

// What a move leaves of one position, and its name where it is not told by that.
struct Move {
    Sum left;
    string name;
};

// One test: what was read of it.
struct Record {
    vector<Int> amounts, heaps, tokens;
    vector<Position> vectors, piles, edges, sets, damaged, pieces;
    vector<string> rows;
    Int n = 0, height = 0, width = 0, vertices = 0, arity = 0;
    set<Position> broken;
};

{{ constants }}
static vector<Int> AMOUNTS;

static inline Int number() {
    Int n = 0;
    cin >> n;
    return n;
}

static inline Position list_of(Int count) {
    Position all;
    while (count--) all.push_back(number());
    return all;
}

static inline string word() {
    string text;
    cin >> text;
    return text;
}

// Numbers with commas between them.
static inline string joined(const Position &numbers) {
    string text;
    for (Int n : numbers) text += (text.empty() ? "" : ",") + to_string(n);
    return text;
}

// What was read in one form is there in the other, too.
static void complete(Record &r) {
    if (!r.rows.empty()) {
        r.height = r.rows.size();
        r.width = r.rows[0].size();
        for (Int i = 1; i <= r.height; i++)
            for (Int j = 1; j <= r.width; j++) {
                char there = r.rows[i - 1][j - 1];
                Int count = there == 'K' ? 1 : isdigit(there) ? there - '0' : 0;
                while (count--) r.pieces.push_back({i, j});
                if (there == '#') r.damaged.push_back({i, j});
            }
    }
    if (r.piles.empty())
        for (Int n : r.heaps) r.piles.push_back({n});
    else if (r.heaps.empty())
        for (const Position &pile : r.piles) r.heaps.insert(r.heaps.end(), pile.begin(), pile.end());
    r.broken.insert(r.damaged.begin(), r.damaged.end());
    AMOUNTS = r.amounts;
}

{% if parts == "heaps" %}
static Sum parts(const Record &r) {
    Sum all;
    for (Int n : r.heaps) all.push_back({n});
    return all;
}

{% elif parts == "piles" %}
static Sum parts(const Record &r) { return r.piles; }

{% elif parts == "row" %}
static Sum parts(const Record &r) { return {r.heaps}; }

{% elif parts == "pieces" %}
static Sum parts(const Record &r) { return r.pieces; }

{% elif parts == "tokens" %}
static Sum parts(const Record &r) {
    Sum all;
    for (Int vertex : r.tokens) all.push_back({vertex});
    return all;
}

{% endif %}
{% if ended %}
// What play has ended with before its last move; none where it goes on.
static string ended(const Record &, const Sum &) { return ""; }

{% endif %}
{{ game }}

// A move as the judge writes it: `2:5>1+3`.
static string told(size_t i, const Position &position, const Move &move) {
    string name = move.name, to;
    if (name.empty()) {
        for (const Position &part : move.left) to += (to.empty() ? "" : "+") + joined(part);
        name = joined(position) + ">" + (to.empty() ? "0" : to);
    }
    return {{ '(void)i, "1:" + name' if falls_apart else 'to_string(i + 1) + ":" + name' if numbered else "(void)i, name" }};
}

{% if sum %}
struct Memo {
    vector<Int> heaps;
    map<Position, Int> others;
};

{% if method == "formula" %}
static Int value(const Record &, Memo &, const Position &position) {
    return (Int)grundy({% for i in range(arity) %}{{ ", " if i else "" }}position[{{ i }}]{% endfor %});
}
{% elif method == "closed" %}
static Int value(const Record &r, Memo &, const Position &position) { return closed(r, position); }
{% else %}
static Int mex(const vector<Int> &values) {
    vector<bool> seen(values.size() + 1);
    for (Int v : values)
        if (v < (Int)seen.size()) seen[v] = true;
    Int result = 0;
    while (seen[result]) result++;
    return result;
}

static Int value(const Record &r, Memo &memo, const Position &position) {
{% if ordered %}
    // All smaller heaps first.
    while ((Int)memo.heaps.size() <= position[0]) {
        vector<Int> found;
        for (const Move &move : moves(r, Position{(Int)memo.heaps.size()}, false)) {
            Int total = 0;
            for (const Position &part : move.left) total ^= memo.heaps[part[0]];
            found.push_back(total);
        }
        memo.heaps.push_back(mex(found));
    }
    return memo.heaps[position[0]];
{% else %}
    auto known = memo.others.find(position);
    if (known != memo.others.end()) return known->second;
    vector<Int> found;
    for (const Move &move : moves(r, position, false)) {
        Int total = 0;
        for (const Position &part : move.left) total ^= value(r, memo, part);
        found.push_back(total);
    }
    return memo.others[position] = mex(found);
{% endif %}
}
{% endif %}

static string outcome(const Record &r, Memo &memo, const Sum &positions) {
    Int total = 0;
    for (const Position &position : positions) total ^= value(r, memo, position);
    return total ? "WIN" : "LOSE";
}

// The moves by which the player to move wins.
static vector<string> reaching(const Record &r, Memo &memo, const Sum &positions) {
    vector<string> all;
    Int total = 0;
    for (const Position &position : positions) total ^= value(r, memo, position);
    for (size_t i = 0; i < positions.size(); i++) {
        Int others = total ^ value(r, memo, positions[i]);
        for (const Move &move : moves(r, positions[i], true)) {
            Int after = others;
            for (const Position &part : move.left) after ^= value(r, memo, part);
            if (after == 0) all.push_back(told(i, positions[i], move));
        }
    }
    return all;
}
{% else %}
typedef map<Sum, string> Memo;

// The state after a move of one of its positions.
static Sum made(const Sum &state, size_t i, const Move &move) {
    Sum after = state;
    after.erase(after.begin() + i);
    after.insert(after.end(), move.left.begin(), move.left.end());
    sort(after.begin(), after.end());
    return after;
}

// From the ends of play backwards: what nothing decides is a draw.
static string outcome(const Record &r, Memo &memo, Sum start) {
    sort(start.begin(), start.end());
    auto known = memo.find(start);
    if (known != memo.end()) return known->second;
    map<Sum, vector<Sum>> above;
    map<Sum, size_t> undecided;
    vector<pair<Sum, string>> decided;
    vector<Sum> fresh{start};
    above[start];
    while (!fresh.empty()) {
        Sum state = fresh.back();
        fresh.pop_back();
        string end = ended(r, state);
        vector<Sum> following;
        if (end.empty()) {
            for (size_t i = 0; i < state.size(); i++)
                for (const Move &move : moves(r, state[i], false)) following.push_back(made(state, i, move));
            if (following.empty()) end = STUCK;
        }
        undecided[state] = following.size();
        if (!end.empty()) decided.push_back({state, end});
        for (const Sum &after : following) {
            auto before = memo.find(after);
            if (before != memo.end()) decided.push_back({after, before->second});
            else if (!above.count(after)) fresh.push_back(after);
            above[after].push_back(state);
        }
    }
    set<Sum> done;
    while (!decided.empty()) {
        auto [state, what] = decided.back();
        decided.pop_back();
        if (!done.insert(state).second) continue;
        memo[state] = what;
        for (const Sum &before : above[state]) {
            if (what == "LOSE") decided.push_back({before, "WIN"});
            else if (what == "WIN" && --undecided[before] == 0) decided.push_back({before, "LOSE"});
        }
    }
    for (const auto &[state, before] : above) memo.insert({state, "DRAW"});
    return memo[start];
}

// The moves that reach what the position is worth.
static vector<string> reaching(const Record &r, Memo &memo, const Sum &positions) {
    vector<string> all;
    string worth = outcome(r, memo, positions);
    Sum state = positions;
    sort(state.begin(), state.end());
    if (worth == "LOSE" || !ended(r, state).empty()) return all;
    for (size_t i = 0; i < positions.size(); i++)
        for (const Move &move : moves(r, positions[i], true))
            if (outcome(r, memo, made(positions, i, move)) == (worth == "WIN" ? "LOSE" : "DRAW"))
                all.push_back(told(i, positions[i], move));
    return all;
}
{% endif %}

{% if answer == "play" %}
// All moves as the judge writes them, and the components after each.
static vector<pair<string, Sum>> legal(const Record &r, const Sum &positions) {
    vector<pair<string, Sum>> all;
{% if not sum %}
    Sum state = positions;
    sort(state.begin(), state.end());
    if (!ended(r, state).empty()) return all;
{% endif %}
    for (size_t i = 0; i < positions.size(); i++)
        for (const Move &move : moves(r, positions[i], true)) {
            Sum after(positions.begin(), positions.begin() + i), rest(positions.begin() + i + 1, positions.end());
{% if kind == "coins" %}
            after.insert(after.end(), rest.begin(), rest.end());
            for (const Position &coin : move.left) {
                auto found = find(after.begin(), after.end(), coin);
                if (found != after.end()) after.erase(found);
                else after.push_back(coin);
            }
{% else %}
            after.insert(after.end(), move.left.begin(), move.left.end());
{% if kind == "notakto" %}
            if (move.left.empty()) after.push_back({511});
{% elif not falls_apart %}
            // A component of which nothing is left keeps its place.
            if (move.left.empty()) after.push_back(Position(positions[i].size(), 0));
{% endif %}
            after.insert(after.end(), rest.begin(), rest.end());
{% endif %}
            all.push_back({told(i, positions[i], move), after});
        }
    return all;
}

static void solve(Record &r) {
    complete(r);
    Sum positions = parts(r);
    Memo memo;
    bool mine = word() == "first";
    for (;; mine = !mine) {
        auto choices = legal(r, positions);
        string move;
        if (mine) {
            if (choices.empty()) exit(0);
            vector<string> best = reaching(r, memo, positions);
            move = best.empty() ? choices[0].first : best[0];
            cout << move << endl;
        } else {
            move = word();
            if (move.empty() || move == "win" || move == "lose" || move == "draw") exit(0);
        }
        for (auto &[name, after] : choices)
            if (name == move) {
                positions = after;
                break;
            }
    }
}
{% else %}
static void solve(Record &r) {
    complete(r);
    Sum positions = parts(r);
{% if shared %}
    static map<vector<Int>, Memo> known;
    Memo &memo = known[r.amounts];
{% else %}
    Memo memo;
{% endif %}
    string worth = outcome(r, memo, positions);
{% if answer == "winner" %}
    puts(worth == "WIN" ? "First" : worth == "LOSE" ? "Second" : "Draw");
{% elif answer == "yes-no" %}
    puts(worth == "WIN" ? "YES" : "NO");
{% elif answer == "grundy" %}
    Int total = 0;
    for (const Position &position : positions) total ^= value(r, memo, position);
    printf("%lld\n", total);
{% elif answer == "move" %}
    vector<string> all = reaching(r, memo, positions);
    puts((worth + (all.empty() ? "" : " " + all[0])).c_str());
{% else %}
    size_t count = worth == "WIN" ? reaching(r, memo, positions).size() : 0;
{% if answer == "count" %}
    printf("%zu\n", count);
{% else %}
    if (worth == "WIN") printf("WIN %zu\n", count);
    else puts(worth.c_str());
{% endif %}
{% endif %}
}

{% endif %}
int main() {
{{ reader }}
}
