"""Games by brute force, in plain Python: options of a position, and nothing else."""

from functools import lru_cache


def mex(values):
    values, least = set(values), 0
    while least in values:
        least += 1
    return least


class Brute:
    """Values and outcomes of a game that ends, by its options alone; heaps add by nim-sum."""

    def __init__(self, options):
        @lru_cache(maxsize=None)
        def grundy(position):
            return mex(self.value(parts) for parts in options(position))

        self.options, self.grundy = options, grundy

    def value(self, parts):
        total = 0
        for part in parts:
            total ^= self.grundy(part)
        return total

    def winning(self, parts):
        """How many moves of a sum win: pairs of a component and what is made of it."""
        return sum(
            1
            for i, part in enumerate(parts)
            for made in set(self.options(part))
            if self.value(parts[:i] + parts[i + 1 :] + made) == 0
        )


def nim(n):
    return [(m,) for m in range(n)]


def subtraction(amounts):
    return lambda n: [(n - a,) for a in amounts if a <= n]


def octal(code):
    """Options of an octal game, as sorted tuples of what is left."""
    digits = [int(digit) for digit in code.replace(".", "")]

    def options(n):
        made = set()
        for k, digit in enumerate(digits):
            left = n - k
            if digit & 1 and left == 0 and k > 0:
                made.add(())
            if digit & 2 and left > 0 and k > 0:
                made.add((left,))
            if digit & 4:
                made.update((a, left - a) for a in range(1, left // 2 + 1))
        return sorted(made)

    return options


def grundys_game(n):
    return [(a, n - a) for a in range(1, (n + 1) // 2)]


def wythoff(position):
    a, b = position
    yield from (((a - k, b),) for k in range(1, a + 1))
    yield from (((a, b - k),) for k in range(1, b + 1))
    yield from (((a - k, b - k),) for k in range(1, min(a, b) + 1))


def king(damaged):
    def options(cell):
        row, col = cell
        steps = [(row - 1, col), (row, col - 1), (row - 1, col - 1)]
        return [(step,) for step in steps if min(step) >= 1 and step not in damaged]

    return options


def outcomes(arcs, order):
    """Who wins on a directed graph, by working back from what has no move: W, L, and D for the rest."""
    followers = {v: {b for a, b in arcs if a == v} for v in range(1, order + 1)}
    found = {}
    changed = True
    while changed:
        changed = False
        for vertex, targets in followers.items():
            if vertex in found:
                continue
            if any(found.get(target) == "LOSE" for target in targets):
                found[vertex] = "WIN"
            elif all(found.get(target) == "WIN" for target in targets):
                found[vertex] = "LOSE"
            changed = changed or vertex in found
    return {vertex: found.get(vertex, "DRAW") for vertex in followers}
