{{ lowered }}
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    size_t i = 0;
    while (i < position.size() && !position[i]) i++;
    if (i < position.size())
        for (Int to = 0; to < position[i]; to++) all.push_back(lowered(position, i, to));
    return all;
}

// The player who faces the first heap of more than one chooses who does so with the rest.
static Int closed(const Record &, const Position &position) {
    Int ones = 0;
    for (Int n : position) {
        if (n > 1) return ones % 2 == 0;
        ones += n;
    }
    return ones % 2;
}
