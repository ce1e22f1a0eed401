// A position is the set of the cells or vertices left of a part, in binary. A move needs a set, all of which must be
// left, and takes a set that may be larger; the rest falls into parts.
struct Take {
    Int needs, gone;
    string name;
};

static vector<Take> all_takes;

static Int bit(Int place) { return 1LL << place; }

static void add_take(Int needs, Int gone, const string &name) {
    for (const Take &take : all_takes)
        if (take.needs == needs && take.gone == gone) return;
    all_takes.push_back({needs, gone, name});
}

{% if board %}
// A move covers one of the shapes, and clears the cells that the steps from its first cell reach.
static const vector<Position> SHAPES = {{ shapes|braces }};
static const vector<Position> STEPS = {{ steps|braces }};
static const bool SLIDES = {{ "true" if slides else "false" }};

static Int cell(const Record &r, Int row, Int col) { return bit((row - 1) * r.width + col - 1); }

static bool on_board(const Record &r, Int row, Int col) {
    return row >= 1 && row <= r.height && col >= 1 && col <= r.width;
}

// The cells that the steps from a cell reach.
static Int reached(const Record &r, Int row, Int col) {
    Int all = 0;
    for (const Position &step : STEPS)
        for (Int i = row + step[0], j = col + step[1]; on_board(r, i, j); i += step[0], j += step[1]) {
            all |= cell(r, i, j);
            if (!SLIDES) break;
        }
    return all;
}

static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int i = 1; i <= r.height; i++)
        for (Int j = 1; j <= r.width; j++) {
            if (!r.broken.count({i, j})) free |= cell(r, i, j);
            for (const Position &shape : SHAPES) {
                set<Position> cells;
                bool fits = true;
                for (size_t k = 0; k < shape.size(); k += 2) {
                    cells.insert({i + shape[k], j + shape[k + 1]});
                    fits &= on_board(r, i + shape[k], j + shape[k + 1]);
                }
                if (!fits) continue;
                Int needs = 0;
                string name;
                for (const Position &place : cells) {
                    needs |= cell(r, place[0], place[1]);
                    name += (name.empty() ? "" : "+") + joined(place);
                }
                add_take(needs, needs | reached(r, i, j), name);
            }
        }
    for (const Position &piece : r.pieces)
        free &= ~(cell(r, piece[0], piece[1]) | reached(r, piece[0], piece[1]));
    return Sum{Position{free}};
}
{% else %}
static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int v = 1; v <= r.vertices; v++) free |= bit(v);
{% if given %}
    for (const auto &lists : {r.sets, r.edges})
        for (const Position &places : lists) {
            Int all = 0;
            string name;
            for (Int v : places) all |= bit(v), name += (name.empty() ? "" : "{{ given }}") + to_string(v);
            add_take(all, all, name);
        }
{% else %}
    // A vertex goes with {{ "its neighbours" if near else "all that the edges lead to from it" }}.
    for (Int v = 1; v <= r.vertices; v++) {
        Int gone = bit(v);
        for (Int round = 0; round < {{ 1 if near else "r.vertices" }}; round++) {
            Int more = gone;
            for (const Position &edge : r.edges) {
                if (gone & bit(edge[0])) more |= bit(edge[1]);
{% if near %}
                if (gone & bit(edge[1])) more |= bit(edge[0]);
{% endif %}
            }
            gone = more;
        }
        add_take(bit(v), gone, to_string(v));
    }
{% endif %}
    return Sum{Position{free}};
}
{% endif %}

// The parts of the rest: moves join the places that they take. Places that no move takes are forgotten.
static Sum fall_apart(Int rest) {
    vector<Int> found;
    for (const Take &take : all_takes) {
        if ((take.needs & rest) != take.needs) continue;
        Int joined_part = take.gone & rest;
        vector<Int> others;
        for (Int part : found) {
            if (part & joined_part) joined_part |= part;
            else others.push_back(part);
        }
        others.push_back(joined_part);
        found = others;
    }
    Sum parts;
    for (Int part : found) parts.push_back({part});
    return parts;
}

static vector<Move> moves(const Record &, const Position &position, bool named) {
    vector<Move> all;
    for (const Take &take : all_takes)
        if ((take.needs & position[0]) == take.needs)
            all.push_back({fall_apart(position[0] & ~take.gone), named ? take.name : ""});
    return all;
}
