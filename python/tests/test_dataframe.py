"""Answers as columns."""

import pytest

import grundy

pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")

TEXT = "@a nim: 3 4 5 ? verdict grundy\nnim: x\nkayles: 5 9 ? verdict grundy moves\n"


def test_pandas():
    frame = grundy.to_dataframe(TEXT)
    assert list(frame.columns) == ["record", "label", "verdict", "count", "grundy", "moves", "error"]
    assert frame["record"].tolist() == [1, 2, 3] and frame["grundy"][0] == 2 and frame["grundy"].isna()[1]
    assert frame["label"][0] == "a" and "number" in frame["error"][1]
    assert frame["grundy"].dtype == "Int64"


def test_arrow():
    table = grundy.to_dataframe(TEXT, engine="arrow")
    assert isinstance(table, pyarrow.Table) and table["grundy"].to_pylist() == [2, None, 0]


@pytest.mark.parametrize("engine", ["pandas", "arrow"])
def test_frames_come_in_parts(engine):
    records = (f"nim: {n}" for n in range(1000))
    parts = list(grundy.to_dataframe(records, ask="grundy", chunk=300, engine=engine))
    assert [len(part) for part in parts] == [300, 300, 300, 100]
    assert list(parts[3]["record"])[0] in (901, pyarrow.scalar(901))
    assert len(grundy.to_dataframe([], engine=engine)) == 0


def test_large_numbers_and_infinite_values():
    records = ["nim: 18446744073709551615 1 ? grundy", "graph 3 1>2 2>1 2>3 1>3: 1 ? grundy"]
    for engine in ["pandas", "arrow"]:
        assert len(grundy.to_dataframe(records, engine=engine)) == 2
    with pytest.raises(ValueError):
        grundy.to_dataframe(records, engine="polars")
    with pytest.raises(ValueError):
        grundy.to_dataframe(records, chunk=0)
