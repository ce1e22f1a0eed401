static const vector<Position> STEPS = {{ steps|braces }};
static const bool SLIDES = {{ "true" if slides else "false" }};

static vector<Move> moves(const Record &r, const Position &position, bool) {
    vector<Move> all;
    for (const Position &step : STEPS) {
        Int row = position[0], col = position[1];
        do {
            row += step[0], col += step[1];
            if (row < 1 || col < 1 || row > r.height || col > r.width || r.broken.count({row, col})) break;
            all.push_back({Sum{Position{row, col}}, ""});
        } while (SLIDES);
    }
    return all;
}
