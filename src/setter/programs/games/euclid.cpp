static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    Int a = position[0], b = position[1];
    for (Int k = b; b && a - k >= LEAST; k += b) all.push_back({{{a - k, b}}, ""});
    for (Int k = a; a && b - k >= LEAST; k += a) all.push_back({{{a, b - k}}, ""});
    return all;
}
