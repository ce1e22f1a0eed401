{{ lowered }}
static vector<Move> moves(const Record &, const Position &position, bool) {
    vector<Move> all;
    for (size_t i = 0; i < position.size(); i++)
        for (Int to = 0; to < position[i]; to++)
            if (find(position.begin(), position.end(), to) == position.end())
                all.push_back(lowered(position, i, to));
    return all;
}

// Welter's function: the nim-sum of the squares and of 2^(k+1) - 1 for each two of them, where 2^k is the largest
// power of two that divides their difference (Conway, On Numbers and Games, chapter 13).
static Int closed(const Record &, const Position &position) {
    Int result = 0;
    for (size_t i = 0; i < position.size(); i++) {
        result ^= position[i];
        for (size_t j = 0; j < i; j++) result ^= (position[i] ^ position[j]) ^ ((position[i] ^ position[j]) - 1);
    }
    return result;
}
