// A position is the number of its columns and the letters of its cells, row by row. Its moves are those that the rules
// say: BEFORE becomes AFTER. A sign of a word is a letter, 0 for any, or 1 to 9 for a letter that comes again.
typedef vector<vector<pair<Int, bool>>> Word;
typedef vector<vector<Int>> Rows;

static const vector<string> RULES = {{ "{" }}{% for word in rules %}"{{ word }}"{{ "" if loop.last else ", " }}{% endfor %}{{ "}" }};
static const vector<string> NEVER = {{ "{" }}{% for word in never %}"{{ word }}"{{ "" if loop.last else ", " }}{% endfor %}{{ "}" }};
static const vector<string> ENDS = {{ "{" }}{% for word in ends %}"{{ word }}"{{ "" if loop.last else ", " }}{% endfor %}{{ "}" }};
// The steps that a word of one row lies along; if there are none, words lie as they are drawn, or also turned.
static const vector<Position> STEPS = {{ steps|braces }};
static const bool TURNED = {{ "true" if turned else "false" }};
static const bool RING = {{ "true" if ring else "false" }};
static const bool GRAPH = {{ "true" if graph else "false" }};
// The steps to neighbours of a cell of a board, and the ways of a graph.
static const vector<Position> NEAR = {{ near|braces }};
static const vector<Position> ARCS = {{ arcs|braces }};

static Sum parts(const Record &r) {
    Sum all;
    for (const string &text : r.letters) {
        Position position{0};
        for (char letter : text)
            if (letter != '/' && letter != '-') position.push_back(letter);
        size_t columns = text.find('/');
        position[0] = columns == string::npos ? (Int)position.size() - 1 : (Int)columns;
        all.push_back(position);
    }
    return all;
}

// The rows of a word: each sign, with whether it stands any number of times.
static Word signs_of(const string &text) {
    Word rows(1);
    for (size_t i = 0; i < text.size(); i++) {
        if (text[i] == '/') rows.push_back({});
        else if (text[i] == '*') rows.back().back().second = true;
        else if (isdigit(text[i]) && i && text[i - 1] == '_') rows.back().back().first = text[i] - '0';
        else rows.back().push_back({text[i] == '_' ? 0 : text[i], false});
    }
    return rows;
}

// The rows of a word whose repeated sign stands so many times.
static Rows written(const Word &word, Int run) {
    Rows rows;
    for (const auto &row : word) {
        rows.push_back({});
        for (auto [sign, repeated] : row) rows.back().insert(rows.back().end(), repeated ? run : 1, sign);
    }
    return rows;
}

static vector<Int> in_a_line(const Rows &rows) {
    vector<Int> all;
    for (const auto &row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
}

static Int height(const Position &position) { return position[0] ? ((Int)position.size() - 1) / position[0] : 1; }

static Int count_of(const vector<Int> &all, Int wanted) { return count(all.begin(), all.end(), wanted); }

// The cell a step away; -1 off the board.
static Int stepped(const Position &position, Int cell, Int down, Int right) {
    Int row = cell / position[0] + down, column = cell % position[0] + right;
    bool there = row >= 0 && row < height(position) && column >= 0 && column < position[0];
    return there ? row * position[0] + column : -1;
}

// The lists of cells that a word of this size covers.
static set<vector<Int>> ways(const Position &position, Int rows, Int columns) {
    Int count = (Int)position.size() - 1;
    set<vector<Int>> found;
    if (GRAPH || RING) {
        if (rows > 1 || columns > count) return found;
        for (Int i = 0; i < count; i++) {
            if (GRAPH) found.insert({i});
            for (Int step = 1; RING && step >= (TURNED ? -1 : 1); step -= 2) {
                vector<Int> cells;
                for (Int k = 0; k < columns; k++) cells.push_back(((i + k * step) % count + count) % count);
                found.insert(cells);
            }
        }
        for (Int length = 1; GRAPH && length < columns; length++) {
            set<vector<Int>> longer;
            for (const auto &path : found)
                for (const Position &arc : ARCS)
                    if (arc[0] == path.back() && !count_of(path, arc[1])) {
                        auto next = path;
                        next.push_back(arc[1]);
                        longer.insert(next);
                    }
            found = longer;
        }
        return found;
    }
    vector<vector<Position>> shapes;
    for (const Position &step : STEPS) {
        shapes.push_back({});
        for (Int k = 0; rows == 1 && k < columns; k++) shapes.back().push_back({k * step[0], k * step[1]});
    }
    for (int turn = 0; STEPS.empty() && turn < (TURNED ? 8 : 1); turn++) {
        shapes.push_back({});
        for (Int i = 0; i < rows; i++)
            for (Int j = 0; j < columns; j++) {
                Int down = turn & 1 ? -1 : 1, right = turn & 2 ? -1 : 1;
                shapes.back().push_back(turn & 4 ? Position{down * j, right * i} : Position{down * i, right * j});
            }
    }
    for (const auto &shape : shapes)
        for (Int first = 0; first < count && !shape.empty(); first++) {
            vector<Int> cells;
            for (const Position &step : shape) cells.push_back(stepped(position, first, step[0], step[1]));
            if (!count_of(cells, -1)) found.insert(cells);
        }
    return found;
}

// Whether a word lies on these cells, with the letters that its numbers stand for; 0 for those that it has not.
static bool matched(const Position &position, const vector<Int> &signs, const vector<Int> &cells, vector<Int> &bound) {
    bound.assign(10, 0);
    for (size_t i = 0; i < signs.size(); i++) {
        Int letter = position[cells[i] + 1], sign = signs[i];
        if (letter == '#' || (sign > 9 && sign != letter)) return false;
        if (sign >= 1 && sign <= 9) {
            if (bound[sign] && bound[sign] != letter) return false;
            bound[sign] = letter;
        }
    }
    return true;
}

// Whether one of some words lies somewhere.
static bool stands(const Position &position, const vector<string> &texts) {
    vector<Int> bound;
    for (const string &text : texts) {
        Rows word = written(signs_of(text), 1);
        for (const auto &cells : ways(position, word.size(), word[0].size()))
            if (matched(position, in_a_line(word), cells, bound)) return true;
    }
    return false;
}

static vector<Int> neighbours(const Position &position, Int cell) {
    Int count = (Int)position.size() - 1;
    vector<Int> found;
    if (RING) return {(cell + 1) % count, (cell + count - 1) % count};
    for (const Position &arc : ARCS)
        if (arc[0] == cell || arc[1] == cell) found.push_back(arc[0] + arc[1] - cell);
    for (const Position &step : NEAR)
        if (Int to = stepped(position, cell, step[0], step[1]); !GRAPH && to >= 0) found.push_back(to);
    return found;
}

// The cells that are connected with one by its own letter, or by any but walls.
static set<Int> group_of(const Position &position, Int cell, bool any) {
    set<Int> found{cell};
    vector<Int> fresh{cell};
    while (!fresh.empty()) {
        Int from = fresh.back();
        fresh.pop_back();
        for (Int to : neighbours(position, from)) {
            bool joins = any ? position[to + 1] != '#' : position[to + 1] == position[cell + 1];
            if (joins && found.insert(to).second) fresh.push_back(to);
        }
    }
    return found;
}

// Whether a move may leave this position.
static bool allowed(const Position &position) {
    if (stands(position, NEVER)) return false;
    size_t cells = 0, connected = 0;
    for (Int cell = 0; cell + 1 < (Int)position.size(); cell++) {
        if (position[cell + 1] == '#') continue;
        if ({{ "true" if connected else "false" }} && cells == 0) connected = group_of(position, cell, true).size();
        cells++;
        if ({{ "false" if alive else "true" }} || position[cell + 1] == '.') continue;
        bool alive = false;
        for (Int one : group_of(position, cell, false))
            for (Int to : neighbours(position, one)) alive |= position[to + 1] == '.';
        if (!alive) return false;
    }
    return {{ "connected == cells" if connected else "connected == 0" }};
}

// The name of a move that changes these cells.
static string named_by(const Position &position, const vector<Int> &cells, const vector<Int> &letters) {
    string name;
    for (Int cell : cells) {
        string here = to_string(cell + 1);
        if (height(position) > 1) here = to_string(cell / position[0] + 1) + "," + to_string(cell % position[0] + 1);
        name += (name.empty() ? "" : "+") + here;
    }
    name += ">";
    for (Int letter : letters) name += (char)letter;
    return name;
}

// What a move leaves, the cells that it changes and their new letters; false if a sign stands for no letter.
static bool changed(const Position &position, const vector<Int> &after, const vector<Int> &bound, vector<Int> &cells,
                    vector<Int> &letters, Position &left) {
    letters.clear();
    for (size_t i = 0; i < after.size(); i++) {
        Int sign = after[i];
        if (sign >= 1 && sign <= 9 && !bound[sign]) return false;
        letters.push_back(sign == 0 ? position[cells[i] + 1] : sign <= 9 ? bound[sign] : sign);
    }
    if (letters.size() < cells.size()) {
        // The row closes up.
        if (cells[0] > cells.back()) {
            reverse(cells.begin(), cells.end());
            reverse(letters.begin(), letters.end());
        }
        left.assign(position.begin(), position.begin() + cells[0] + 1);
        left.insert(left.end(), letters.begin(), letters.end());
        left.insert(left.end(), position.begin() + cells.back() + 2, position.end());
        left[0] = left.size() - 1;
        return true;
    }
    left = position;
    for (size_t i = 0; i < cells.size(); i++) left[cells[i] + 1] = letters[i];
    sort(cells.begin(), cells.end());
    vector<Int> all = cells;
    cells.clear();
    letters.clear();
    for (Int cell : all)
        if (left[cell + 1] != position[cell + 1]) cells.push_back(cell), letters.push_back(left[cell + 1]);
    return !cells.empty();
}

static vector<Move> moves(const Record &, const Position &position, bool named) {
    map<Position, pair<vector<Int>, vector<Int>>> found;
    vector<Int> bound, letters;
    Position left;
    Int longest = max(position[0], height(position));
    bool ended_here = stands(position, ENDS);
    for (const string &rule : RULES) {
        size_t sign = rule.find('>');
        Word before = signs_of(rule.substr(0, sign)), after = signs_of(rule.substr(sign + 1));
        bool repeats = rule.find('*') != string::npos;
        for (Int run = repeats ? 0 : 1; !ended_here && run <= (repeats ? longest : 1); run++) {
            Rows word = written(before, run);
            vector<Int> signs = in_a_line(written(after, run));
            if (word[0].empty()) continue;
            for (vector<Int> cells : ways(position, word.size(), word[0].size())) {
                if (!matched(position, in_a_line(word), cells, bound)) continue;
                if (!changed(position, signs, bound, cells, letters, left) || !allowed(left)) continue;
                auto move = make_pair(cells, letters);
                auto known = found.find(left);
                if (known == found.end() || move < known->second) found[left] = move;
            }
        }
    }
    vector<Move> all;
    for (const auto &[after, move] : found)
        all.push_back({Sum{after}, named ? named_by(position, move.first, move.second) : ""});
    return all;
}
