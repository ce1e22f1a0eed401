// Where the token was goes among the places that it has been on, in order.
static Position walked(const Position &position, Int to) {
    Position after = position;
    sort(after.begin(), after.end());
    after.insert(after.begin(), to);
    return after;
}

static Sum walk_so_far(const Record &r) {
    if (r.tokens.empty()) return {{}};
    return {walked(Position(r.tokens.begin(), r.tokens.end() - 1), r.tokens.back())};
}

