"""Single records: answers, errors, pickling."""

import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import grundy


def test_an_answer_has_what_was_asked():
    answer = grundy.solve("nim: 3 4 5 ? verdict grundy values moves best winner")
    assert (answer.verdict, answer.count, answer.grundy, answer.winner) == ("WIN", 1, 2, "FIRST")
    assert (answer.values, answer.moves, answer.best) == ([3, 4, 5], ["1:3>1"], "1:3>1")
    assert str(answer) == "WIN 1 | 2 | 3 4 5 | 1:3>1 | 1:3>1 | FIRST"
    assert list(answer) == answer.keys() == ["verdict", "count", "grundy", "values", "moves", "best", "winner"]
    assert answer["grundy"] == 2 and "grundy" in answer and "period" not in answer
    assert answer.asdict()["moves"] == ["1:3>1"]
    with pytest.raises(AttributeError, match="it was not asked"):
        answer.period
    with pytest.raises(AttributeError, match="no attribute"):
        answer.soup


def test_every_field_has_its_type():
    answer = grundy.solve("subtraction 1 2: 9 ? losing sequence paths paths%7 period stats", ask="verdict")
    assert answer.losing.dtype.kind == "u" and answer.losing.tolist() == [0, 3, 6, 9]
    assert answer.sequence.tolist() == [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert answer.period == grundy.Period(0, 3)
    assert answer.paths.odd + answer.paths.even == 55  # Fibonacci: ways to write 9 as a sum of ones and twos
    assert answer["paths%7"] == grundy.Paths(answer.paths.odd % 7, answer.paths.even % 7)
    assert answer.stats.largest == 2 and answer.stats.counts == {0: 4, 1: 3, 2: 3}
    assert grundy.solve("kayles ? period").period == grundy.Period(preperiod=71, period=12)
    assert grundy.solve("nim: 0..9 0..9 ? p-positions positions").p_positions == 10
    assert grundy.solve("kayles: 0..20 ? p-list").p_list.tolist() == [0]
    assert grundy.solve("wythoff: 0..5,0..5 ? p-list").p_list.tolist() == [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]
    assert grundy.solve("kayles misere: 9 ? quotient").quotient == grundy.Quotient(order=18, p=6)
    assert grundy.solve("nim: 1 ? genus").genus == "1^0,3,1"
    assert grundy.solve("nim: 3 4 ? remoteness").remoteness == 7
    assert grundy.solve("nim: 3 4 ? birthday").birthday == 7
    assert grundy.solve("graph 2 1>2 2>1: 1 ? birthday").birthday is None
    assert grundy.solve("rules [n] -> [n-1] | [n/2] if n > 0 : ? pattern").pattern.startswith("base 2")
    assert grundy.solve("graph 4 1>2 2>1 2>3 3>4 2>4: 1 ? grundy").grundy is not None
    huge = grundy.solve("nim: 18446744073709551615 1 ? count grundy")
    assert huge.grundy == 2**64 - 2
    big = grundy.solve("subtraction 1 2: 1000 ? paths").paths
    assert big.odd + big.even > 2**600


def test_an_answer_can_be_rebuilt_from_its_text():
    answer = grundy.solve("@a nim: 3 4 5 ? verdict moves")
    assert answer.label == "a"
    assert eval(repr(answer), {"Answer": grundy.Answer}) == answer


def test_errors_say_where_what_and_what_would_be_right():
    with pytest.raises(grundy.GrundyError) as caught:
        grundy.solve("@x nim: 3 x")
    error = caught.value
    assert (error.line, error.column, error.label, error.limit) == (1, 11, "x", None)
    assert "`x`" in error.message and "number" in error.help
    assert str(error) == f"1:11: {error.message}; {error.help}"
    assert isinstance(error, ValueError)
    with pytest.raises(grundy.GrundyError) as caught:
        grundy.Solver(work=10_000).solve("grundys-game: 100000 ? grundy")
    assert caught.value.limit == "work"


def test_errors_of_a_list_can_be_returned():
    records = ["kayles: 5 9", "nim: 1 x", "nim: 1 1"]
    first, wrong, last = grundy.solve(records, ask="grundy moves", errors="return")
    assert (first.grundy, first.moves, last.grundy) == (0, [], 0)
    assert isinstance(wrong, grundy.GrundyError)
    with pytest.raises(grundy.GrundyError):
        grundy.solve(records)
    with pytest.raises(ValueError, match="errors"):
        grundy.solve(records, errors="ignore")


def test_one_text_is_one_record():
    assert grundy.solve("king 2x2\n.K\n.K").verdict == "WIN"
    for text in ["", "// nothing", "nim: 1\nnim: 2"]:
        with pytest.raises(grundy.GrundyError):
            grundy.solve(text)
    for wrong in [b"nim: 1", 5, None]:
        with pytest.raises(TypeError):
            grundy.solve(wrong)


def test_asks_are_checked():
    with pytest.raises(grundy.GrundyError, match="soup"):
        grundy.solve("nim: 1", ask="soup")


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_everything_can_be_pickled(protocol):
    solver = grundy.Solver(work=10**6, games=["mark [n] -> [n-1] | [n/2] if n > 0"])
    things = [
        grundy.solve("@a kayles: 20 ? sequence period moves"),
        grundy.solve("nim: 1 x", errors="return"),
        grundy.Position("nim: 3 4 5"),
        grundy.Infinite((0, 2)),
        grundy.Period(1, 2),
        grundy.Position("nim: 1").explain(),
    ]
    for thing in things:
        again = pickle.loads(pickle.dumps(thing, protocol))
        assert again == thing and type(again) is type(thing)
    again = pickle.loads(pickle.dumps(solver, protocol))
    assert again.work == 10**6 and again.solve("mark: 10 25").verdict == "WIN"
    position = pickle.loads(pickle.dumps(solver.position("mark: 10"), protocol))
    assert position.grundy() == solver.position("mark: 10").grundy()


def test_answers_are_equal_when_all_of_their_fields_are():
    sequence = grundy.solve("kayles: 30 ? sequence")
    assert sequence == grundy.solve("octal 0.77: 30 ? sequence")
    assert sequence != grundy.solve("kayles: 31 ? sequence")
    assert hash(sequence) == hash(grundy.solve("kayles: 30 ? sequence"))
    assert sequence != "0 1 2"
    assert np.array_equal(sequence.sequence[:4], [0, 1, 2, 3])


def test_reprs_read_well():
    assert repr(grundy.solve("nim: 3 4 5")) == "Answer(verdict='WIN', count=1)"
    assert repr(grundy.Position("nim: 3 4 5")) == "Position('nim: 3 4 5')"
    assert repr(grundy.Solver(memory=5, work=6)) == "Solver(memory=5, work=6, threads=1)"
    assert repr(grundy.Batch("nim: 1", ask="grundy", threads=2)) == "Batch(<str>, ask=\"grundy\", threads=2)"


def test_limits_are_called_by_their_names_in_python():
    for limits, name in [({"work": 1000}, "work"), ({"memory": 1000}, "memory")]:
        with pytest.raises(grundy.GrundyError) as caught:
            grundy.Solver(**limits).solve("octal 0.007: 1000000 ? grundy")
        assert caught.value.limit == name
        assert f"Solver({name}=" in caught.value.help and "Limits::" not in caught.value.help


def test_what_is_no_record_and_no_number_of_threads_is_refused():
    with pytest.raises(TypeError, match="NoneType"):
        grundy.solve(["nim: 3", None])
    position = grundy.Position("nim: 3")
    assert len(grundy.solve(["nim: 3", position])) == 2
    for refused in (lambda: grundy.Solver(threads=0), lambda: grundy.Batch("nim: 3", threads=0)):
        with pytest.raises(ValueError, match="at least 1"):
            refused()


def test_a_missing_file_is_named(tmp_path):
    missing = tmp_path / "missing.txt"
    with pytest.raises(FileNotFoundError) as caught:
        grundy.Batch(missing).text()
    assert str(caught.value.filename) == str(missing) and "missing.txt" in str(caught.value)


def test_a_dictionary_of_an_answer_is_json():
    answers = grundy.solve(["wythoff: 0..5,0..5 ? p-list", "kayles: 5 ? sequence losing"])
    for answer in answers:
        assert json.loads(json.dumps(answer.asdict()))
    assert answers[0].asdict() == {"p_list": [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]}


def test_the_server_for_agents_says_what_it_needs(tmp_path):
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(\"no mcp\", name=\"mcp\")\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import grundy.mcp"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1
    assert ended.stderr.strip() == "grundy.mcp needs the package `mcp`: pip install 'grundy[mcp]'"
