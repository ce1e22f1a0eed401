"""Texts that repeat or nest a part of the language 100,000 times: each is answered or refused with an error, on the
caller's thread and on workers, and so are the records around it."""

import threading

import pytest

import grundy

TIMES = 100_000

#: Gives up searches soon: this is about texts.
SOLVER = grundy.Solver(work=100_000_000)


def numbered(part, sign=" "):
    return sign.join(part.format(i) for i in range(1, TIMES + 1))


def qualified(text):
    return f"rules [n] -> [n-1] {text} : 3"


def nested(opening, inner, closing):
    return f"rules [n] -> [{opening * TIMES}{inner}{closing * TIMES}] : 3"


TEXTS = [
    qualified("if n > 0 " * TIMES),
    qualified("if n > 0" + " and n > 0" * TIMES),
    qualified("if " + "not " * TIMES + "n > 0"),
    qualified("if " + "(" * TIMES + "n > 0" + ")" * TIMES),
    qualified(numbered("for k{} in 1..2")),
    qualified("; lose if n == 1" * TIMES),
    qualified(numbered("; let u{} = 1")),
    nested("(", "n-1", ")"),
    nested("max(", "n-1", ")"),
    nested("max(1,", "n-1", ")"),
    nested("u[", "n-1", "]"),
    nested("-", "n", ""),
    nested("n^", "n", ""),
    "rules [n] -> [n-1]" + " | [n-1]" * TIMES + " : 3",
    "rules [n] -> [n-1]" + "+[n-1]" * TIMES + " : 3",
    "rules " + "[" * TIMES,
    "octal 0." + "7" * TIMES + ": 3",
    "take-and-break 0." + "[" * TIMES + "3" + "]" * TIMES + ": 3",
    f"subtraction {numbered('{}')}: 7",
    "nim: 3" + " + nim: 3" * TIMES,
    "nim: 3" + " + nim: 3" * TIMES + " ? remoteness",
    "nim: 1" + " 1" * TIMES + " ? remoteness",
    "nim: 3 ?" + " grundy" * TIMES,
    "@a " * TIMES + "nim: 3",
]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:25])
def test_a_batch_goes_on(text, threads):
    text = f"@before nim: 1 2\n{text}\n@after nim: 1 2\n"
    lines = grundy.Batch(text, threads=threads, solver=SOLVER).text().splitlines()
    assert len(lines) == 3
    assert lines[0] == "@before WIN 1" and lines[2] == "@after WIN 1"


def test_one_record_is_answered_or_refused_on_any_thread():
    def all_of_them():
        for text in TEXTS:
            try:
                grundy.solve(text)
            except grundy.GrundyError as error:
                refused.append(error)
        ended.append(True)

    refused, ended = [], []
    all_of_them()
    thread = threading.Thread(target=all_of_them)
    thread.start()
    thread.join()
    assert ended == [True, True]
    assert refused
