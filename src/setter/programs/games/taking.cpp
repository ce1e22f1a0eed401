// A position is what is left of a part of the board or graph, in binary: bit i is cell or vertex i. A move takes a
// set, all of which must be left, and more goes with it; what is left falls into parts.
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

// The parts of what is left: moves join what they take away. What no move takes is forgotten.
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

