"""Batches: the goldens of the project, every kind of source, threads, errors, files that fail."""

import io
import json
from itertools import islice

import pytest

import grundy
from conftest import ROOT

GOLDENS = sorted((ROOT / "inputs").glob("*.in")) + sorted((ROOT / "inputs" / "judges").glob("*.in"))


def expected(golden):
    return (ROOT / "expected" / golden.relative_to(ROOT / "inputs")).with_suffix(".out").read_text()


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.stem)
def test_goldens(golden):
    wanted = expected(golden)
    assert grundy.Batch(golden).text() == wanted
    answers = grundy.Batch(golden, threads=2).run(errors="return")
    lines = []
    for answer in answers:
        label = f"@{answer.label} " if answer.label else ""
        lines.append(label + ("ERROR" if isinstance(answer, grundy.GrundyError) else str(answer)))
    assert "".join(line + "\n" for line in lines) == wanted


def test_there_are_goldens():
    assert len(GOLDENS) > 40


def sources(text, tmp_path):
    path = tmp_path / "records.txt"
    path.write_text(text)
    return [
        text,
        text.encode(),
        path,
        path.open(),
        path.open("rb"),
        io.StringIO(text),
        text.splitlines(),
        (line for line in text.splitlines()),
    ]


def test_every_source_gives_the_same(tmp_path):
    text = "nim: 3 4 5\n@b kayles: 5 9 ? grundy\nking .K/.K\n" * 5000
    wanted = grundy.Batch(text, threads=1).text()
    assert wanted.startswith("WIN 1\n@b 0\nWIN 2\n") and len(wanted.splitlines()) == 15000
    for source in sources(text, tmp_path):
        assert grundy.Batch(source).text() == wanted
    for source in sources(text, tmp_path):
        assert sum(1 for _ in grundy.Batch(source)) == 15000


def test_an_error_is_raised_when_its_turn_comes():
    answers = iter(grundy.Batch(["nim: 1", "nim: x", "nim: 2"]))
    assert next(answers).verdict == "WIN"
    with pytest.raises(grundy.GrundyError) as caught:
        next(answers)
    assert caught.value.line == 2
    kept = list(grundy.Batch(["nim: 1", "nim: x", "nim: 2"]).run(errors="return"))
    assert [type(answer).__name__ for answer in kept] == ["Answer", "GrundyError", "Answer"]


def test_a_source_may_be_endless():
    def forever():
        n = 0
        while True:
            n += 1
            yield f"nim: {n}"

    with grundy.Batch(forever(), ask="grundy").run() as answers:
        assert [answer.grundy for answer in islice(answers, 100_000)] == list(range(1, 100_001))


def test_what_a_source_raises_comes_back():
    def broken():
        yield "nim: 1"
        raise LookupError("on purpose")

    with pytest.raises(LookupError, match="on purpose"):
        grundy.Batch(broken()).text()
    with pytest.raises(LookupError, match="on purpose"):
        list(grundy.Batch(broken()))
    for wrong in [5, None, 3.5]:
        with pytest.raises(TypeError):
            grundy.Batch(wrong).run()
    with pytest.raises(FileNotFoundError):
        grundy.Batch(ROOT / "no such file").text()


def test_answers_are_written_to_files():
    answers, complaints = io.StringIO(), io.StringIO()
    assert not grundy.Batch("nim: 3 4 5\nnim: x\n").write(answers, complaints)
    assert answers.getvalue() == "WIN 1\nERROR\n"
    assert "`x` is not a number" in complaints.getvalue()
    assert grundy.Batch("nim: 3 4 5\n").write(io.StringIO())

    class Full(io.StringIO):
        def write(self, text):
            raise OSError(28, "no space left on purpose")

    with pytest.raises(OSError, match="on purpose"):
        grundy.Batch("nim: 1\n").write(Full())


def test_json_is_the_programs():
    objects = [json.loads(line) for line in grundy.Batch("nim: 3 4 5\nnim: x").text(json=True).splitlines()]
    assert objects[0] == {"record": 1, "verdict": "WIN", "count": 1}
    assert objects[1]["error"]["line"] == 2


def test_a_bar_counts_answers(capsys):
    assert len(list(grundy.Batch(["nim: 1"] * 5).run(progress=True))) == 5
    assert "5/5" in capsys.readouterr().err


def test_limits_are_called_as_python_calls_them():
    small = grundy.Solver(work=1 << 12, memory=1 << 22)
    records = "octal 0.007: 3000000 ? grundy\nrules [n] -> [n-k] for k in squares(n) : 3000000\n"
    complaints = io.StringIO()
    batch = grundy.Batch(records, solver=small)
    assert not batch.write(io.StringIO(), complaints)
    said = complaints.getvalue()
    errors = [str(wrong.help) for wrong in batch.run(errors="return")]
    for text in [said, *errors, batch.text(json=True)]:
        assert "grundy.Solver(" in text
        assert "Limits::" not in text and "--max" not in text
