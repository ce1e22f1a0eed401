#!/usr/bin/env python3
# Checks the grammar and the limits of an input file: 42 where it is right, 43 where it is wrong.
import re
import sys

text = sys.stdin.buffer.read().decode("latin-1")
at = 0
line_number = 0


def wrong(message):
    print("line %d: %s" % (line_number, message))
    sys.exit(43)


def line():
    global at, line_number
    line_number += 1
    end = text.find("\n", at)
    if end < 0:
        wrong("the file ends before this line does")
    found = text[at:end]
    at = end + 1
    # One blank between words, none at the ends.
    return found.split(" ")[::-1] if found else []


def word(words):
    if not words:
        wrong("something is missing")
    return words.pop()


def number(words, low, high):
    digits = word(words)
    if not re.fullmatch("0|[1-9][0-9]{0,19}", digits):
        wrong("`%s` is no number" % digits[:40])
    if not low <= int(digits) <= high:
        wrong("%s is not from %d to %d" % (digits, low, high))
    return int(digits)


def no_more(words):
    if words:
        wrong("`%s` is too much" % words[-1][:40])


def line_of(*bounds):
    """A line of numbers, each within its bounds."""
    words = line()
    found = [number(words, low, high) for low, high in bounds]
    no_more(words)
    return found


def counted_line(count, bounds):
    """A line of numbers behind their count."""
    words = line()
    for _ in range(number(words, *count)):
        number(words, *bounds)
    no_more(words)


def row(width):
    words = line()
    cells = word(words)
    if not re.fullmatch("[.#K2-9]*", cells) or width != len(cells):
        wrong("this is no row of a board of %d cells" % width)
    no_more(words)


def end():
    if at != len(text):
        wrong("there is more than the last test")


def any_lines():
    if not text.endswith("\n") or not re.fullmatch("[ -~\n]+", text):
        wrong("these are no lines of printable characters")
    for found in text.split("\n"):
        if found != found.strip() or "  " in found:
            wrong("there are blanks too many")


{% for name, span in limits|dictsort %}
{{ name|upper }} = ({{ span.min }}, {{ span.max }})
{% endfor %}
GAME = {{ game|quoted }}

{% if form %}
{% include form ~ "/validate.py" %}
end()
{% else %}
# TODO: check the form of your own input here.
any_lines()
{% endif %}
sys.exit(42)
