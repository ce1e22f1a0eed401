{{ lowered }}
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++)
        for (Int to = 0; to < position[i]; to++) all.push_back(lowered(position, i, to));
    return all;
}

// As in nim while some heap has more than one; then an even number of heaps is wanted (Bouton 1901).
static Int closed(const Record &, const Position &position) {
    Int result = 0, largest = 0;
    for (Int n : position) result ^= n, largest = max(largest, n);
    return largest > 1 ? result != 0 : result == 0;
}
