"""Positions: every ask as a method, moves, explanations."""

import pytest

import grundy


def test_the_methods_are_the_asks():
    p = grundy.Position("nim: 3 4 5")
    assert p.wins() and p.outcome() == "WIN" and p.verdict() == ("WIN", 1) and p.winning_count() == 1
    assert (p.grundy(), p.values(), p.winning_moves(), p.best()) == (2, [3, 4, 5], ["1:3>1"], "1:3>1")
    assert len(p.legal_moves()) == 12 and p.legal_moves(2) == ["1:3>2", "1:3>1"]
    assert (p.record, p.game, str(p)) == ("nim: 3 4 5", "nim", "nim: 3 4 5")
    assert p.answers("grundy") and not p.answers("period") and not p.answers("soup")
    assert grundy.Position("kayles: 5").period() == grundy.Period(71, 12)
    assert p.solve("grundy").grundy == grundy.solve(p, ask="grundy").grundy == 2


def test_moves_lead_to_positions():
    p = grundy.Position("nim: 3 4 5")
    lost = p.after(p.best())
    assert lost == grundy.Position("nim: 1 4 5") and not lost.wins() and lost.best() == "1:1>0"
    assert all(lost.after(move).wins() for move in lost.legal_moves())
    with pytest.raises(grundy.GrundyError, match="not a legal move"):
        p.after("1:3>4")
    board = grundy.Position("king 3x3\n..K\n.X.\nK..")
    assert len(board.legal_moves()) == 2
    assert {board.after(move).outcome() for move in board.legal_moves()} <= {"WIN", "LOSE"}


def test_a_position_may_be_given_as_a_list():
    rule = "rules [p...] -> [p[1..]] if len(p) > 0 | [list(x-1 for x in p)] if len(p) > 0 ; partition"
    p = grundy.Position(rule, at=[5, 2, 2, 1])
    assert p == grundy.Position(rule + ": 5,2,2,1") and p.grundy() == 2
    assert p.legal_moves() == ["1:5,2,2,1>2,2,1", "1:5,2,2,1>4,1,1"]
    assert grundy.Position(rule, at=[]).grundy() == 0
    pairs = "rules [w...] -> [w[..i-1],w[i+2..]] for i in 0..len(w)-2 if w[i] == w[i+1]"
    assert grundy.Position(pairs, at="abba").best() == '1:"abba">"aa"'
    with pytest.raises(grundy.GrundyError):
        grundy.Position("nim: 3", at=[5])
    with pytest.raises(TypeError):
        grundy.Position(rule, at=[1.5])


def test_big_heaps_take_no_time():
    p = grundy.Position("nim: 18446744073709551615 5")
    assert p.after(p.best()).grundy() == 0
    assert len(p.legal_moves(10)) == 10


def test_what_a_game_has_no_answer_to_is_an_error():
    with pytest.raises(grundy.GrundyError, match="no answer"):
        grundy.Position("nim: 3 4 5").period()
    with pytest.raises(grundy.GrundyError) as caught:
        grundy.Position("king 2x2\nK.\nKX.")
    assert caught.value.line == 3


def test_an_explanation_is_text_and_markdown():
    text = grundy.Position("nim: 3 4 5").explain()
    assert isinstance(text, str) and text.splitlines()[0] == "nim: 3 4 5"
    assert "WIN" in text and "**WIN" in text._repr_markdown_()


@pytest.mark.parametrize(
    "record",
    ["king ..X/.K.", "graph 4 1>2 2>1 2>3 3>4: 1", "geography 4 1-2 2-3 3-4: 2", "factor 10: 4 8 2",
     "chomp 3x4:", "flags 1-3 left 1: 21", "hackenbush 0-1 1-2 2-0 1-3:", "wythoff: 3,5 4,7",
     "rules [n] -> [n-1] | [n/2] if n > 0: 10 25"],
)
def test_every_kind_of_game_can_be_played_to_its_end(record):
    position = grundy.Position(record)
    for _ in range(200):
        best = position.best()
        if best is None:
            break
        before = position.outcome()
        position = position.after(best)
        # A best move of a winner leaves a loser, of a loser a winner, of a draw a draw.
        assert position.outcome() == {"WIN": "LOSE", "LOSE": "WIN", "DRAW": "DRAW"}[before]
        if before == "DRAW":
            break
    else:
        raise AssertionError("play does not end")
