{{ taking }}
static Sum parts(const Record &r) {
    Int free = 0;
    all_takes.clear();
    for (Int i = 1; i <= r.height; i++)
        for (Int j = 1; j <= r.width; j++) {
            if (!r.broken.count({i, j})) free |= bit((i - 1) * r.width + j - 1);
            for (const Position &shape : SHAPES) {
                set<Position> cells;
                bool fits = true;
                for (size_t k = 0; k < shape.size(); k += 2) {
                    cells.insert({i + shape[k], j + shape[k + 1]});
                    fits &= i + shape[k] <= r.height && j + shape[k + 1] >= 1 && j + shape[k + 1] <= r.width;
                }
                if (!fits) continue;
                Int taken = 0;
                string name;
                for (const Position &cell : cells) {
                    taken |= bit((cell[0] - 1) * r.width + cell[1] - 1);
                    name += (name.empty() ? "" : "+") + joined(cell);
                }
                add_take(taken, taken, name);
            }
        }
    return {{free}};
}
