"""Many games against brute force, on random positions."""

import hypothesis.strategies as st
from hypothesis import given

import brute
import grundy

SOLVER = grundy.Solver()


def agree(record, game, parts):
    answer = SOLVER.solve(record, ask="verdict grundy values moves")
    assert answer.grundy == game.value(parts)
    assert answer.values == [game.grundy(part) for part in parts]
    assert answer.verdict == ("WIN" if answer.grundy else "LOSE")
    if answer.grundy:
        assert answer.count == len(answer.moves) == game.winning(parts)
    position = SOLVER.position(record)
    for move in answer.moves[:5]:
        assert position.after(move).grundy() == 0


heaps = st.lists(st.integers(0, 25), max_size=4).map(tuple)


def listed(parts):
    return " ".join(map(str, parts))


@given(heaps)
def test_nim(parts):
    agree(f"nim: {listed(parts)}", brute.Brute(brute.nim), parts)


@given(st.sets(st.integers(1, 12), min_size=1), heaps)
def test_subtraction(amounts, parts):
    agree(f"subtraction {listed(sorted(amounts))}: {listed(parts)}", brute.Brute(brute.subtraction(amounts)), parts)


@given(st.sampled_from("04"), st.text("01234567", min_size=1, max_size=4).filter(lambda d: d.strip("0")), heaps)
def test_octal(whole, digits, parts):
    code = f"{whole}.{digits.rstrip('0')}"
    agree(f"octal {code}: {listed(parts)}", brute.Brute(brute.octal(code)), parts)


@given(heaps)
def test_grundys_game(parts):
    agree(f"grundys-game: {listed(parts)}", brute.Brute(brute.grundys_game), parts)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=3).map(tuple))
def test_wythoff(parts):
    record = "wythoff: " + " ".join(f"{a},{b}" for a, b in parts)
    answer = SOLVER.solve(record, ask="grundy values")
    game = brute.Brute(lambda position: list(brute.wythoff(position)))
    assert answer.values == [game.grundy(part) for part in parts] and answer.grundy == game.value(parts)


@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.sets(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=8),
    st.data(),
)
def test_king(rows, cols, damaged, data):
    inside = {cell for cell in damaged if cell[0] <= rows and cell[1] <= cols}
    free = [(r, c) for r in range(1, rows + 1) for c in range(1, cols + 1) if (r, c) not in inside]
    pieces = tuple(data.draw(st.lists(st.sampled_from(free), max_size=3))) if free else ()
    drawn = " ".join(f"{r},{c}" for r, c in inside)
    record = f"king {rows}x{cols}" + (f" damaged {drawn}" if drawn else "") + ": "
    agree(record + " ".join(f"{r},{c}" for r, c in pieces), brute.Brute(brute.king(inside)), pieces)
    table = grundy.table(record, show="grundy")
    game = brute.Brute(brute.king(inside))
    for r, c in free:
        assert table[r - 1, c - 1] == game.grundy((r, c))
    assert (table == -1).sum() == len(inside)


@given(st.integers(1, 8), st.data())
def test_graphs_with_cycles(order, data):
    vertices = st.integers(1, order)
    arcs = data.draw(st.sets(st.tuples(vertices, vertices).filter(lambda arc: arc[0] != arc[1]), max_size=16))
    wanted = brute.outcomes(arcs, order)

    @grundy.game
    def walk(vertex):
        return [b for a, b in sorted(arcs) if a == vertex]

    @grundy.game(misere=True)
    def misere(vertex):
        return [b for a, b in sorted(arcs) if a == vertex]

    stuck = {v for v in range(1, order + 1) if not any(a == v for a, _ in arcs)}
    by_misere = brute.outcomes(arcs | {(v, order + 1) for v in stuck}, order + 1)
    text = " ".join(f"{a}>{b}" for a, b in sorted(arcs))
    for vertex in data.draw(st.permutations(range(1, order + 1))):
        position = SOLVER.position(f"graph {order} {text}: {vertex}")
        assert position.outcome() == walk.outcome(vertex) == wanted[vertex]
        assert position.grundy() == walk.grundy(vertex)
        assert misere.outcome(vertex) == by_misere[vertex]


@given(st.sets(st.integers(1, 9), min_size=1), st.integers(0, 60))
def test_rules_in_python(amounts, n):
    @grundy.game
    def take(heap):
        for amount in amounts:
            if amount <= heap:
                yield heap - amount

    game = brute.Brute(brute.subtraction(amounts))
    assert take.sequence(n).tolist() == [game.grundy(heap) for heap in range(n + 1)]
    assert take.outcome(n) == ("WIN" if game.grundy(n) else "LOSE")
    own = grundy.define("takes " + " | ".join(f"[n-{a}] if n >= {a}" for a in sorted(amounts)).join(["[n] -> ", ""]))
    assert own.sequence(n).tolist() == take.sequence(n).tolist()
    assert (take.winning_moves(n) != []) == (game.grundy(n) > 0)
