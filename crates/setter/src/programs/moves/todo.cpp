// TODO: the components of a test, each a vector of numbers, from what was read of it.
static Sum parts(const Record &r) { return r.piles; }

// TODO: the moves of a component: for each the components that it leaves, and the move as the judge writes it.
static vector<Move> moves(const Record &, const Position &, bool) { return vector<Move>(); }
