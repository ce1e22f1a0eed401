static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++)
        for (Int j = 0; j < position[i]; j++) {
            if (i == 0 && j == 0) continue;
            Position after = position;
            for (size_t k = i; k < after.size(); k++) after[k] = min(after[k], j);
            all.push_back({{after}, to_string(i + 1) + "," + to_string(j + 1)});
        }
    return all;
}
