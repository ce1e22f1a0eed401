static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    function<void(size_t, Int, const Position &, const string &)> lower =
        [&](size_t start, Int most, const Position &now, const string &names) {
            for (size_t i = start; i < now.size(); i++)
                for (Int to = 0; to < now[i]; to++) {
                    Position after = now;
                    after[i] = to;
                    string said = names + (names.empty() ? "" : ",") + to_string(i + 1) + ":" +
                                  to_string(now[i]) + ">" + to_string(to);
                    all.push_back({{after}, said});
                    if (most > 1) lower(i + 1, most - 1, after, said);
                }
        };
    lower(0, HEAPS, position, "");
    return all;
}

// Lost where each binary place has a multiple of HEAPS + 1 ones (Moore 1910).
static Int closed(const Record &, const Position &position) {
    for (int k = 0; k < 63; k++) {
        Int ones = 0;
        for (Int n : position) ones += n >> k & 1;
        if (ones % (HEAPS + 1)) return 1;
    }
    return 0;
}
