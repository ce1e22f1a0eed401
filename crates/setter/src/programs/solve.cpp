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
==
// The positions that a move leaves of one, and its name if they do not tell it.
struct Move {
    Sum left;
    string name;
};

// One test: the lists that were read.
struct Record {
    vector<Int> amounts, heaps, tokens;
    vector<Position> vectors, piles, edges, sets, damaged, pieces;
    vector<string> rows, letters;
    Int n = 0, height = 0, width = 0, vertices = 0, arity = 0;
    set<Position> broken;
};

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

// Fills in the other forms of the lists that were read.
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
static Sum parts(const Record &r) {
    Position all = r.heaps;
    all.resize({{ arity }});
    return Sum{all};
}

{% elif parts == "rings" %}
// A position is a heap and whether it is still a ring.
static Sum parts(const Record &r) {
    Sum all;
    for (Int n : r.heaps) all.push_back({n, 1});
    return all;
}

{% elif parts == "pieces" %}
static Sum parts(const Record &r) { return r.pieces; }

{% elif parts == "tokens" %}
static Sum parts(const Record &r) {
    Sum all;
    for (Int vertex : r.tokens) all.push_back({vertex});
    return all;
}

{% endif %}
{% if form != "rule" %}
// The outcome of a state that is over by its rule; none where play goes on.
static string ended(const Record &, const Sum &) { return ""; }

{% endif %}
{% include "package/moves/" ~ form ~ ".cpp" %}

// A move as the judge writes it: `2:5>1+3`.
static string told([[maybe_unused]] size_t i, [[maybe_unused]] const Position &position, const Move &move) {
{% if notation == "places" %}
    string name;
    for (size_t place = 0; place < position.size(); place++)
        if (Int to = move.left[0][place]; to != position[place])
            name += (name.empty() ? "" : ",") + to_string(place + 1) + ":" + to_string(position[place]) + ">" + to_string(to);
    return name;
{% elif notation == "bite" %}
    size_t row = 0;
    while (position[row] == move.left[0][row]) row++;
    return "1:" + to_string(row + 1) + "," + to_string(move.left[0][row] + 1);
{% elif notation == "alone" %}
    return move.name;
{% elif notation == "whole" %}
    return "1:" + move.name;
{% elif notation == "cells" %}
    return to_string(i + 1) + ":" + move.name;
{% else %}
    string to;
    for (const Position &part : move.left) to += (to.empty() ? "" : "+") + {{ "to_string(part[0])" if parts == "rings" else "joined(part)" }};
    return to_string(i + 1) + ":" + {{ "to_string(position[0])" if parts == "rings" else "joined(position)" }} + ">" + (to.empty() ? "0" : to);
{% endif %}
}

{% if not stuck %}
struct Memo {
    vector<Int> heaps;
    map<Position, Int> others;
};

{% if method == "formula" %}
static Int value(const Record &, Memo &, const Position &position) {
    return (Int)grundy({% for i in range(arity) %}{{ ", " if i else "" }}position[{{ i }}]{% endfor %});
}
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

// From the ends of play backwards: a state that nothing decides is a draw.
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
            if (following.empty()) end = "{{ stuck }}";
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

// The moves that reach the outcome of the position.
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

// All moves as the judge writes them, and the components after each.
static vector<pair<string, Sum>> legal(const Record &r, const Sum &positions) {
    vector<pair<string, Sum>> all;
{% if stuck %}
    Sum state = positions;
    sort(state.begin(), state.end());
    if (!ended(r, state).empty()) return all;
{% endif %}
    for (size_t i = 0; i < positions.size(); i++)
        for (const Move &move : moves(r, positions[i], true)) {
            Sum after(positions.begin(), positions.begin() + i), rest(positions.begin() + i + 1, positions.end());
{% if form == "coins" %}
            after.insert(after.end(), rest.begin(), rest.end());
            for (const Position &coin : move.left) {
                auto found = find(after.begin(), after.end(), coin);
                if (found != after.end()) after.erase(found);
                else after.push_back(coin);
            }
{% elif form == "sets" %}
            after.insert(after.end(), move.left.begin(), move.left.end());
            after.insert(after.end(), rest.begin(), rest.end());
{% else %}
            // The first part keeps the place of its component, a part that is used up, too; others come last.
            after.push_back(move.left.empty() ? Position(positions[i].size(), 0) : move.left[0]);
            after.insert(after.end(), rest.begin(), rest.end());
            if (!move.left.empty()) after.insert(after.end(), move.left.begin() + 1, move.left.end());
{% endif %}
            all.push_back({told(i, positions[i], move), after});
        }
    return all;
}

{% if answer == "play" %}
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
{% if input %}
{% include input ~ "/read.cpp" %}
{% else %}
    // TODO: solve each test.
{% endif %}
}
