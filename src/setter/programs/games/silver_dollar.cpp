{{ lowered }}
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++) {
        Int lowest = 0;
        for (Int other : position)
            if (other < position[i]) lowest = max(lowest, other);
        for (Int to = lowest + 1; to < position[i]; to++) all.push_back(lowered(position, i, to));
    }
    return all;
}

// Every other gap is a heap of nim, from the rightmost coin on.
static Int closed(const Record &, Position coins) {
    coins.push_back(0);
    sort(coins.begin(), coins.end());
    Int result = 0;
    for (Int i = (Int)coins.size() - 1; i > 0; i -= 2) result ^= coins[i] - coins[i - 1] - 1;
    return result;
}
