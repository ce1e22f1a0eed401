// One of the numbers becomes another.
static Move lowered(const Position &position, size_t i, Int to) {
    Position after = position;
    after[i] = to;
    return {{after}, to_string(i + 1) + ":" + to_string(position[i]) + ">" + to_string(to)};
}

