static const string FIRST = "{{ sides[0][0] }}", SECOND = "{{ sides[1][0] }}";
static const Int FIRST_MOST = {{ sides[0][1] }}, SECOND_MOST = {{ sides[1][1] }};

// The places that a move turns whose head is at n, the largest first.
static vector<Position> turned(const string &kind, Int most, Int n) {
    vector<Position> all;
    if (kind == "up-to" || kind == "exactly") {
        function<void(Position)> more = [&](const Position &places) {
            if (kind == "up-to" || (Int)places.size() == most) all.push_back(places);
            if ((Int)places.size() == most) return;
            for (Int place = places.back() - 1; place > 0; place--) {
                Position longer = places;
                longer.push_back(place);
                more(longer);
            }
        };
        more({n});
    } else {
        Position places;
        for (Int place = n; place > 0 && (most == 0 || (Int)places.size() < most); place--) {
            places.push_back(place);
            all.push_back(places);
        }
    }
    return all;
}

static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (const Position &rows : turned(FIRST, FIRST_MOST, position[0])) {
        if (position.size() == 1) {
            Move move{Sum(), joined(rows)};
            for (size_t i = 1; i < rows.size(); i++) move.left.push_back({rows[i]});
            all.push_back(move);
            continue;
        }
        for (const Position &cols : turned(SECOND, SECOND_MOST, position[1])) {
            Move move;
            for (Int row : rows)
                for (Int col : cols) {
                    if (!move.name.empty()) move.left.push_back({row, col});
                    move.name += (move.name.empty() ? "" : "+") + joined({row, col});
                }
            all.push_back(move);
        }
    }
    return all;
}
