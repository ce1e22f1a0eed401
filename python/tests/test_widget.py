"""The game to play against, without a browser: what clicks send, and what is shown."""

import pytest

import grundy

pytest.importorskip("anywidget")


def test_heaps_are_played_to_the_end():
    game = grundy.play("nim: 3 4 5")
    assert game.state["heaps"] == [3, 4, 5] and len(game.state["moves"]) == 12
    turns = 0
    while not game.state["over"]:
        game._act({"move": game.position.best()})
        turns += 1
    assert "you win" in game.state["status"].lower() and 1 < turns < 12


def test_a_lost_position_is_lost():
    game = grundy.play("nim: 1 1")
    game._act({"move": "1:1>0"})
    assert game.state["over"] and "computer wins" in game.state["status"]
    game._act({"action": "undo"})
    assert game.moves == [] and game.state["heaps"] == [1, 1]
    game._act({"action": "hint"})
    assert "loses" in game.state["status"]


def test_boards_and_pictures():
    game = grundy.play("king ..X/.K.", computer_first=True)
    assert game.state["board"] == {"rows": 2, "cols": 3, "damaged": [[1, 3]], "pieces": [[1, 1]]}
    assert game.state["over"] and len(game.moves) == 1
    game = grundy.play("chomp 3x4:")
    assert game.state["picture"].startswith("<svg")
    while not game.state["over"]:
        game._act({"move": game.position.best()})
    assert "win" in game.state["status"]
    game._act({"action": "again"})
    assert game.moves == []


def test_wrong_moves_are_told():
    game = grundy.play("nim: 3")
    game._act({"move": "1:3>7"})
    assert "not a legal move" in game.state["status"] and game.moves == []


def test_misere_play_is_told_rightly():
    game = grundy.play("nim misere: 2")
    game.move("1:2>1")
    assert game.state["over"] and "You win" in game.state["status"]
