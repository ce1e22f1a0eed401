# {{ about }}
import itertools
import math
import sys
{% if definition %}

{{ definition }}
{% endif %}
==
AMOUNTS = []


class Record:
    """One test: what was read of it."""

    def __init__(self):
        self.amounts, self.heaps, self.tokens = [], [], []
        self.vectors, self.piles, self.edges, self.sets = [], [], [], []
        self.damaged, self.pieces, self.rows, self.letters = [], [], [], []
        self.n = self.height = self.width = self.vertices = self.arity = 0


def read(words):
    """The tests, one after the other; the last word comes first."""
{% if input %}
{% include input ~ "/read.py" %}
{% else %}
    # TODO: each test.
    yield from ()
{% endif %}


def complete(r):
    """Fills in the other forms of the lists that were read."""
    if r.rows:
        r.height, r.width = len(r.rows), len(r.rows[0])
        for i, row in enumerate(r.rows, 1):
            for j, there in enumerate(row, 1):
                r.pieces += [(i, j)] * (1 if there == "K" else int(there) if there.isdigit() else 0)
                r.damaged += [(i, j)] * (there == "#")
    if r.heaps and not r.piles:
        r.piles = [(n,) for n in r.heaps]
    if r.piles and not r.heaps:
        r.heaps = [n for pile in r.piles for n in pile]
    r.broken = set(r.damaged)
    AMOUNTS[:] = r.amounts


{% if parts == "heaps" %}
def parts(r):
    return [(n,) for n in r.heaps]


{% elif parts == "piles" %}
def parts(r):
    return r.piles


{% elif parts == "row" %}
def parts(r):
    return [tuple(r.heaps + [0] * ({{ arity }} - len(r.heaps)))]


{% elif parts == "rings" %}
# A position is a heap and whether it is still a ring.
def parts(r):
    return [(n, 1) for n in r.heaps]


{% elif parts == "pieces" %}
def parts(r):
    return r.pieces


{% elif parts == "tokens" %}
def parts(r):
    return [(vertex,) for vertex in r.tokens]


{% endif %}
{% if form != "rule" %}
def ended(r, state):
    """The outcome of a state that is over by its rule; none where play goes on."""
    return None


{% endif %}
{% include "package/moves/" ~ form ~ ".py" %}


def told(i, position, left, name):
    """A move as the judge writes it: `2:5>1+3`."""
{% if notation == "places" %}
    changes = enumerate(zip(position, left[0]), 1)
    return ",".join("%d:%d>%d" % (place, n, to) for place, (n, to) in changes if n != to)
{% elif notation == "bite" %}
    return next("1:%d,%d" % (row, to + 1) for row, (n, to) in enumerate(zip(position, left[0]), 1) if n != to)
{% elif notation == "alone" %}
    return name
{% elif notation == "whole" %}
    return "1:" + name
{% elif notation == "cells" %}
    return "%d:%s" % (i + 1, name)
{% else %}
    def joined(numbers):
        return ",".join(map(str, numbers{{ "[:1]" if parts == "rings" }}))
    return "%d:%s>%s" % (i + 1, joined(position), "+".join(map(joined, left)) or "0")
{% endif %}


{% if not stuck %}
{% if definition and method in ["formula", "any"] %}
def value(r, memo, position):
    return grundy(*position)
{% elif method == "sizes" %}
def value(r, memo, position):
    result = 0
    for n in position:
        result ^= n
    return result
{% elif method == "greedy" %}
def value(r, memo, position):
    # Everybody takes as much as can be taken: only the number of moves matters.
    chain = []
    while position not in memo:
        best = min((left for left, _ in moves(r, position)), key=lambda left: sum(map(sum, left)), default=None)
        if best is None or len(best) != 1:
            memo[position] = 0 if best is None else 1
            break
        chain.append(position)
        position = best[0]
    result = memo[position]
    for position in reversed(chain):
        result ^= 1
        memo[position] = result
    return result
{% else %}
def mex(values):
    result = 0
    while result in values:
        result += 1
    return result


def value(r, memo, position):
{% if method == "overflow" %}
    position = tuple(n % {{ modulus }} for n in position)
{% elif method == "period" %}
    n = position[0]
    if n >= {{ preperiod }}:
        position = ({{ preperiod }} + (n - {{ preperiod }}) % {{ period }},)
{% endif %}
{% if method == "overflow" and definition %}
    return grundy(*position)
{% elif ordered %}
    # All smaller heaps first.
    for n in range(len(memo), position[0] + 1):
        found = set()
        for left, _ in moves(r, (n,)):
            total = 0
            for part in left:
                total ^= memo[part]
            found.add(total)
        memo[(n,)] = mex(found)
    return memo[position]
{% else %}
    stack = [position]
    while stack:
        at = stack[-1]
        if at in memo:
            stack.pop()
            continue
        all_left = [left for left, _ in moves(r, at)]
        missing = {part for left in all_left for part in left if part not in memo}
        if missing:
            stack.extend(missing)
            continue
        found = set()
        for left in all_left:
            total = 0
            for part in left:
                total ^= memo[part]
            found.add(total)
        memo[at] = mex(found)
        stack.pop()
    return memo[position]
{% endif %}
{% endif %}


def outcome(r, memo, positions):
    total = 0
    for position in positions:
        total ^= value(r, memo, position)
    return "WIN" if total else "LOSE"


def reaching(r, memo, positions):
    """The moves by which the player to move wins."""
    total = 0
    for position in positions:
        total ^= value(r, memo, position)
    for i, position in enumerate(positions):
        for left, name in moves(r, position, True):
            after = total ^ value(r, memo, position)
            for part in left:
                after ^= value(r, memo, part)
            if after == 0:
                yield told(i, position, left, name)
{% else %}
def below(r, state):
    """The states that the moves of a state lead to."""
    if ended(r, state) is None:
        for i, position in enumerate(state):
            for left, _ in moves(r, position):
                yield tuple(sorted(state[:i] + state[i + 1:] + tuple(left)))


def outcome(r, memo, positions):
    """From the ends of play backwards: a state that nothing decides is a draw."""
    start = tuple(sorted(positions))
    if start in memo:
        return memo[start]
    above, undecided, decided, fresh = {start: []}, {}, [], [start]
    while fresh:
        state = fresh.pop()
        following = list(below(r, state))
        undecided[state] = len(following)
        end = ended(r, state)
        if end is None and not following:
            end = "{{ stuck }}"
        if end is not None:
            decided.append((state, end))
        for after in following:
            if after in memo:
                decided.append((after, memo[after]))
            elif after not in above:
                fresh.append(after)
            above.setdefault(after, []).append(state)
    done = set()
    while decided:
        state, what = decided.pop()
        if state in done:
            continue
        done.add(state)
        memo[state] = what
        for before in above[state]:
            if what == "LOSE":
                decided.append((before, "WIN"))
            elif what == "WIN":
                undecided[before] -= 1
                if undecided[before] == 0:
                    decided.append((before, "LOSE"))
    for state in above:
        memo.setdefault(state, "DRAW")
    return memo[start]


def reaching(r, memo, positions):
    """The moves that reach the outcome of the position."""
    worth = outcome(r, memo, positions)
    if worth == "LOSE" or ended(r, tuple(sorted(positions))) is not None:
        return
    for i, position in enumerate(positions):
        for left, name in moves(r, position, True):
            after = outcome(r, memo, positions[:i] + positions[i + 1:] + left)
            if after == ("LOSE" if worth == "WIN" else "DRAW"):
                yield told(i, position, left, name)
{% endif %}


def played(r, positions):
    """Both players make the first move that they see."""
    mover = 0
    for _ in range(1000):
        for i, position in enumerate(positions):
            left = next((left for left, _ in moves(r, position)), None)
            if left is not None:
                positions = positions[:i] + positions[i + 1:] + left
                break
        else:
            break
        mover ^= 1
    return "WIN" if mover else "LOSE"


class Words:
    """The words of the judge, one by one, as they come."""

    def __init__(self):
        self.line = []

    def pop(self):
        while not self.line:
            line = sys.stdin.readline()
            if not line:
                sys.exit()
            self.line = line.split()
        return self.line.pop(0)


def made(positions, i, left):
    """The components after a move: the first part keeps the place of its component, others come last."""
{% if form == "coins" %}
    heads = positions[:i] + positions[i + 1:]
    for coin in left:
        if coin in heads:
            heads.remove(coin)
        else:
            heads.append(coin)
    return heads
{% elif form == "sets" %}
    return positions[:i] + left + positions[i + 1:]
{% else %}
    first = left[:1] or [(0,) * len(positions[i])]
    return positions[:i] + first + positions[i + 1:] + left[1:]
{% endif %}


def legal(r, positions):
    """All moves as the judge writes them, and the components after each."""
{% if stuck %}
    if ended(r, tuple(sorted(positions))) is not None:
        return
{% endif %}
    for i, position in enumerate(positions):
        for left, name in moves(r, position, True):
            yield told(i, position, left, name), made(positions, i, left)


{% if answer == "play" %}
def main():
    words = Words()
    r = next(read(words))
    complete(r)
    positions = list(parts(r))
    memo = {}
    mine = words.pop() == "first"
    while True:
        if mine:
            choices = dict(legal(r, positions))
            if not choices:
                break
{% if method == "careless" %}
            move = next(iter(choices))
            positions = choices[move]
{% elif method == "chatter" %}
            move = "I take one stone"
{% elif method == "illegal" %}
            move = "99:1>1"
{% else %}
            move = next(reaching(r, memo, positions), None) or next(iter(choices))
            positions = choices[move]
{% endif %}
            print(move, flush=True)
        else:
            move = words.pop()
            if move in ("win", "lose", "draw"):
                break
            positions = dict(legal(r, positions))[move]
        mine = not mine
{% else %}
def main():
    known = {}
    out = []
    for r in read(sys.stdin.read().split()[::-1]):
        complete(r)
        positions = list(parts(r))
        memo = {{ "known.setdefault(tuple(r.amounts), {})" if shared else "{}" }}
{% if method == "first" %}
        worth = "WIN"
{% elif method == "playout" %}
        worth = played(r, positions)
{% elif method == "any" %}
        worth = "WIN" if any(value(r, memo, position) for position in positions) else "LOSE"
{% else %}
        worth = outcome(r, memo, positions)
{% endif %}
{% if answer == "winner" %}
        out.append({"WIN": "First", "LOSE": "Second", "DRAW": "Draw"}[worth])
{% elif answer == "yes-no" %}
        out.append("YES" if worth == "WIN" else "NO")
{% elif answer == "grundy" %}
{% if method == "first" or method == "playout" %}
        out.append("1" if worth == "WIN" else "0")
{% else %}
        total = 0
        for position in positions:
            total ^= value(r, memo, position)
        out.append(str(total))
{% endif %}
{% elif method in ["first", "playout", "any"] %}
{% if answer == "count" %}
        out.append("1" if worth == "WIN" else "0")
{% elif answer == "verdict" %}
        out.append("WIN 1" if worth == "WIN" else "LOSE")
{% else %}
        all_moves = (told(i, position, left, name)
                     for i, position in enumerate(positions) for left, name in moves(r, position, True))
        out.append("WIN " + next(all_moves, "-") if worth == "WIN" else "LOSE")
{% endif %}
{% elif answer == "move" %}
        out.append(" ".join([worth] + [move for move, _ in zip(reaching(r, memo, positions), "1")]))
{% else %}
        count = sum(1 for _ in reaching(r, memo, positions)) if worth == "WIN" else 0
        out.append({{ 'str(count)' if answer == "count" else '"WIN %d" % count if worth == "WIN" else worth' }})
{% endif %}
    print("\n".join(out))
{% endif %}


main()
