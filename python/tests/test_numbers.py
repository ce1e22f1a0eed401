"""Sequences, losing heaps, periods, tables: as arrays."""

import pickle

import numpy as np
import pytest

import grundy


def test_sequences_are_of_the_smallest_type_and_own_their_memory():
    kayles = grundy.sequence("octal 0.77", 10**6)
    assert kayles.dtype == np.uint8 and kayles.shape == (10**6 + 1,) and kayles.flags.c_contiguous
    assert np.array_equal(kayles[71 : 10**6 - 12], kayles[83 : 10**6])
    assert grundy.sequence("subtraction 1-300", 1000).dtype == np.uint16
    assert memoryview(kayles).nbytes == 10**6 + 1
    assert kayles.tolist()[:6] == grundy.solve("kayles: 5 ? sequence").sequence.tolist()


def test_losing_heaps():
    assert grundy.losing("subtraction 1 3 4", 20).tolist() == [0, 2, 7, 9, 14, 16]
    assert grundy.losing("subtraction squares", 10**5).dtype.kind == "u"


def test_periods():
    assert grundy.period("octal 0.16") == (105351, 149459, 0)
    assert grundy.period("lasker") is None


@pytest.mark.parametrize("call", [grundy.sequence, grundy.losing])
def test_what_is_no_heap_is_refused(call):
    for wrong in [-1, 10**30]:
        with pytest.raises(grundy.GrundyError):
            call("subtraction 1 2", wrong)
    for wrong in [1.5, "7", None, True]:
        with pytest.raises(TypeError):
            call("subtraction 1 2", wrong)
    assert call("subtraction 1 2", np.int64(3)).tolist()


def test_a_bar_over_a_sequence(capsys):
    assert len(grundy.sequence("octal 0.007", 3000, progress=True)) == 3001
    assert "3000/3000" in capsys.readouterr().err


def test_tables():
    table = grundy.table("king 64x64 damaged 3,4:", show="grundy")
    assert table.shape == (64, 64) and table.dtype == np.int8 and table[2, 3] == -1
    assert table.max() == 3 and (table[0] >= 0).all()
    assert type(table + 1) is type(table[1:]) is np.ndarray
    assert table.svg().startswith("<svg") and table._repr_svg_() == table.svg()
    assert (table.row_name, table.first_row, table.first_col) == ("row", 1, 1)
    assert grundy.table("queen 100x100:", show="grundy").dtype in (np.int8, np.int16)
    outcomes = grundy.table("king 3x3:")
    assert outcomes.tolist() == [list("LWL"), list("WWW"), list("LWL")]
    line = grundy.table("kayles: 70", show="grundy", window=(10, 20))
    assert line.tolist() == grundy.sequence("kayles", 20)[10:].tolist() and line.first_col == 10
    part = grundy.table("king 20x20:", window=((2, 3), (4, 8)))
    assert part.shape == (3, 6) and part.first_row == 2
    moves = grundy.table("three-rocks: 4,4", show="moves")
    assert moves.ndim == 2 and moves.dtype.kind == "U"
    again = pickle.loads(pickle.dumps(table))
    assert np.array_equal(again, table) and again.svg() == table.svg() and again.title == table.title
    with pytest.raises(ValueError):
        grundy.table("king 3x3:", show="soup")
    ring = grundy.table("kayles ring: 9", show="grundy")
    assert ring.tolist() == grundy.solve("kayles ring: 9 ? sequence").sequence.tolist()


@pytest.mark.parametrize("record, show", [("king 9x9 damaged 3,4:", "grundy"), ("kayles: 70", "grundy"),
                                          ("king 9x9:", "outcomes"), ("three-rocks: 4,4", "moves"),
                                          ("graph 4 1>2 2>1 2>3 3>4: 1", "outcomes")])
def test_tables_are_plotted(record, show, tmp_path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    table = grundy.table(record, show=show)
    ax = table.plot()
    ax.figure.savefig(tmp_path / "table.png")
    assert (tmp_path / "table.png").stat().st_size > 1000 and table.title in ax.get_title()
    plt.close("all")


def test_positions_are_drawn():
    assert grundy.Position("king ..X/.K.: 2,3")._repr_svg_().startswith("<svg")
    assert "<circle" in grundy.Position("graph 4 1>2 2>1 2>3 3>4: 1").svg()
    assert grundy.Position("kayles ring: 5")._repr_svg_().startswith("<svg")


def test_games_of_ones_own():
    mark = grundy.define("mark [n] -> [n-1] | [n/2] if n > 0")
    assert mark.name == "mark" and mark(10, 25).wins() and mark.solve(10, 25).verdict == "WIN"
    assert mark.losing(8).tolist() == [n for n, value in enumerate(mark.sequence(8)) if value == 0]
    again = pickle.loads(pickle.dumps(mark))
    assert again == mark and again(10, 25).grundy() == mark(10, 25).grundy()
    pair = grundy.define("step [a,b] -> [a-1,b] | [a,b-2]")
    assert pair((3, 4)).outcome() in ("WIN", "LOSE")
    with pytest.raises(grundy.GrundyError) as caught:
        grundy.define("mark [n] -> [n-1")
    assert caught.value.column is not None


def test_rules_in_python():
    @grundy.game(limit=50)
    def count(n):
        """Counts down."""
        yield n - 1 if n > 0 else n + 1

    assert count.__doc__ == "Counts down." and count.outcome(7) == "DRAW"
    with pytest.raises(grundy.GrundyError) as caught:
        count.outcome(10**6)
    assert caught.value.limit == "positions" and count.explored == 8
    assert count.outcome(20) == "DRAW"

    @grundy.game
    def pairs(a, b):
        yield from ((a - k, b) for k in range(1, a + 1))
        yield from ((a, b - k) for k in range(1, b + 1))
        yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))

    assert pairs.table(8, 8).tolist() == grundy.table("wythoff: 7,7", show="grundy").tolist()
    assert pairs.outcome(1, 2) == "LOSE" and pairs.best(1, 1) == (0, 0)
    assert pairs.sum((3, 5), (4, 7)) == 0
    with pytest.raises(TypeError):
        pairs.grundy(1)

    @grundy.game
    def words(word):
        return [word[1:], word[:-1]] if word else []

    assert words.grundy("abc") == 1

    @grundy.game
    def broken(n):
        yield n - 1
        if n == 5:
            raise LookupError("on purpose")

    with pytest.raises(LookupError):
        broken.grundy(9)
    assert broken.explored == 0
    deep = grundy.game(lambda n: [n - 1] if n else [])
    assert deep.grundy(200_000) == 0
