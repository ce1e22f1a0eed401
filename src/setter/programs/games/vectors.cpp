static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (const Position &vector_ : VECTORS) {
        Position left = position;
        bool fits = true;
        for (size_t i = 0; i < left.size(); i++) fits &= (left[i] -= vector_[i]) >= 0;
        if (fits && find(DAMAGED.begin(), DAMAGED.end(), left) == DAMAGED.end()) all.push_back({{left}, ""});
    }
    return all;
}
