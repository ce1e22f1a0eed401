static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++)
        for (Int to = 0; to < position[i]; to++) {
            Position after = position;
            after[i] = to;
            string name = to_string(i + 1) + ":" + to_string(position[i]) + ">" + to_string(to);
            if (i) {
                after[i - 1] += position[i] - to;
                name = to_string(i) + ":" + to_string(position[i - 1]) + ">" + to_string(after[i - 1]) + "," + name;
            }
            all.push_back({{after}, name});
        }
    return all;
}

static Int closed(const Record &, const Position &position) {
    Int result = 0;
    for (size_t i = 0; i < position.size(); i += 2) result ^= position[i];
    return result;
}
