# {{ about }}
import sys
{% if method == "formula" %}

{{ definition }}
{% endif %}

AMOUNTS = {{ amounts }}
DIGITS = {{ digits }}
VECTORS = {{ vectors }}
STEPS = {{ steps }}
SLIDES = {{ slides }}


def options(rules, position):
    """The positions that a move leaves of one position: lists of positions."""
{% if family == "heap" %}
    n = position[0]
{% if game == "nim" %}
    for left in range(n):
        yield [(left,)]
{% elif game == "subtraction" %}
    for amount in rules or AMOUNTS:
        if amount <= n:
            yield [(n - amount,)]
{% elif game == "octal" %}
    for taken, digit in enumerate(DIGITS):
        if taken > n:
            break
        left = n - taken
        if digit & 1 and left == 0:
            yield []
        if digit & 2 and left > 0:
            yield [(left,)]
        if digit & 4:
            for part in range(1, left // 2 + 1):
                yield [(part,), (left - part,)]
{% elif game == "lasker" %}
    for left in range(n):
        yield [(left,)]
    for part in range(1, n // 2 + 1):
        yield [(part,), (n - part,)]
{% elif game == "grundys-game" %}
    for part in range(1, (n + 1) // 2):
        yield [(part,), (n - part,)]
{% endif %}
{% elif family == "pair" %}
    a, b = position
{% if game == "wythoff" %}
    for k in range(1, a + 1):
        yield [(a - k, b)]
    for k in range(1, b + 1):
        yield [(a, b - k)]
    for k in range(1, min(a, b) + 1):
        yield [(a - k, b - k)]
{% elif game == "euclid" %}
    for k in range(b, a + 1, b) if b else ():
        yield [(a - k, b)]
    for k in range(a, b + 1, a) if a else ():
        yield [(a, b - k)]
{% endif %}
{% elif family == "vectors" %}
    for vector in VECTORS:
        left = tuple(n - v for n, v in zip(position, vector))
        if min(left) >= 0:
            yield [left]
{% elif family == "board" %}
    row, col = position
    for drow, dcol in STEPS:
        r, c = row, col
        while True:
            r, c = r + drow, c + dcol
            if not (0 <= r < len(rules) and 0 <= c < len(rules[0])) or rules[r][c] == "#":
                break
            yield [(r, c)]
            if not SLIDES:
                break
{% elif family == "graph" %}
    for to in rules.get(position[0], ()):
        yield [(to,)]
{% elif family == "walk" %}
    at, visited = position
    for to in rules.get(at, ()):
        if not visited >> to & 1:
            yield [(to, visited | 1 << to)]
{% endif %}


def mex(values):
    value = 0
    while value in values:
        value += 1
    return value


{% if method == "formula" %}
def value(rules, memo, position):
    return grundy(*position)
{% elif method == "size" or method == "sizes" %}
def value(rules, memo, position):
    result = 0
    for n in position:
        result ^= n
    return result
{% elif method == "greedy" %}
def value(rules, memo, position):
    # Everybody takes as much as can be taken: only the number of moves matters.
{% if game == "nim" or game == "lasker" %}
    return int(position[0] > 0)
{% elif game == "subtraction" %}
    n, most = position[0], max(rules or AMOUNTS)
    moves = n // most
    n -= moves * most
    while any(amount <= n for amount in rules or AMOUNTS):
        n -= max(amount for amount in rules or AMOUNTS if amount <= n)
        moves += 1
    return moves % 2
{% else %}
    chain = []
    while position not in memo:
        best = min(options(rules, position), key=lambda left: sum(map(sum, left)), default=None)
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
{% endif %}
{% else %}
def value(rules, memo, position):
{% if method == "overflow" %}
    position = tuple(n % {{ modulus }} for n in position)
{% elif method == "period" %}
    n = position[0]
    if n >= {{ preperiod }}:
        position = ({{ preperiod }} + (n - {{ preperiod }}) % {{ period }},)
{% endif %}
{% if method == "overflow" and game == "nim" %}
    return position[0]
{% elif family == "heap" %}
    # All smaller heaps first.
    for n in range(len(memo), position[0] + 1):
        found = set()
        for left in options(rules, (n,)):
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
        missing = [part for left in options(rules, at) for part in left if part not in memo]
        if missing:
            stack.extend(missing)
            continue
        found = set()
        for left in options(rules, at):
            total = 0
            for part in left:
                total ^= memo[part]
            found.add(total)
        memo[at] = mex(found)
        stack.pop()
    return memo[position]
{% endif %}
{% endif %}


def read(words):
    """The tests: their rules, and the positions that are their components."""
{% if input == "single" %}
    tests = 1
{% else %}
    tests = int(next(words))
{% endif %}
    for _ in range(tests):
        rules = None
{% if input == "heaps" or input == "single" %}
        positions = [(int(next(words)),) for _ in range(int(next(words)))]
{% elif input == "amounts" %}
        k, n = int(next(words)), int(next(words))
        rules = tuple(int(next(words)) for _ in range(k))
        positions = [(int(next(words)),) for _ in range(n)]
{% elif input == "numbers" %}
        positions = [(int(next(words)),)]
{% elif input == "pairs" %}
        positions = [tuple(int(next(words)) for _ in range({{ arity }}))]
{% elif input == "piles" %}
        n, d = int(next(words)), int(next(words))
        positions = [tuple(int(next(words)) for _ in range(d)) for _ in range(n)]
{% elif input == "board" %}
        height, width = int(next(words)), int(next(words))
        rules = tuple(next(words) for _ in range(height))
        positions = []
        for r in range(height):
            for c in range(width):
                there = rules[r][c]
                positions += [(r, c)] * (1 if there == "K" else int(there) if there.isdigit() else 0)
{% elif input == "pieces" %}
        height, width = int(next(words)), int(next(words))
        damaged, pieces = int(next(words)), int(next(words))
        rows = [["."] * width for _ in range(height)]
        for _ in range(damaged):
            r, c = int(next(words)), int(next(words))
            rows[r - 1][c - 1] = "#"
        rules = tuple("".join(row) for row in rows)
        positions = [(int(next(words)) - 1, int(next(words)) - 1) for _ in range(pieces)]
{% elif input == "edges" %}
        vertices, edges, tokens = int(next(words)), int(next(words)), int(next(words))
        rules = {}
        for _ in range(edges):
            a, b = int(next(words)), int(next(words))
            rules.setdefault(a, set()).add(b)
{% if family == "walk" %}
            rules.setdefault(b, set()).add(a)
        path = [int(next(words)) for _ in range(tokens)]
        positions = [(path[-1], sum(1 << v for v in path))]
{% else %}
        positions = [(int(next(words)),) for _ in range(tokens)]
{% endif %}
{% endif %}
        yield rules, positions


{% if answer == "move" %}
def written(i, position, left):
    """A move as the judge writes it: `2:5>1+3`."""
    def joined(numbers):
        return ",".join(str(n{{ " + 1" if family == "board" else "" }}) for n in numbers)
    return "%d:%s>%s" % (i + 1, joined(position), "+".join(map(joined, left)) or "0")


{% endif %}
def main():
    words = iter(sys.stdin.read().split())
    known = {}
    out = []
    for rules, positions in read(words):
{% if input == "amounts" %}
        memo = known.setdefault(rules, {})
{% elif family == "board" or family == "graph" or family == "walk" %}
        memo = {}
{% else %}
        memo = known
{% endif %}
{% if method == "first" %}
        total = 1
{% else %}
        values = [value(rules, memo, position) for position in positions]
        total = 0
        for v in values:
            total ^= v
{% endif %}
{% if answer == "winner" %}
        out.append("First" if total else "Second")
{% elif answer == "yes-no" %}
        out.append("YES" if total else "NO")
{% elif answer == "grundy" %}
        out.append(str(total))
{% elif answer == "move" %}
        best = None
{% if method != "first" %}
        for i, (position, v) in enumerate(zip(positions, values)):
            if best is not None:
                break
            for left in options(rules, position):
                after = total ^ v
                for part in left:
                    after ^= value(rules, memo, part)
                if after == 0:
                    best = written(i, position, left)
                    break
{% else %}
        for i, position in enumerate(positions):
            for left in options(rules, position):
                best = best or written(i, position, left)
                break
{% endif %}
        out.append("WIN " + (best or "-") if total else "LOSE")
{% else %}
{% if method == "first" %}
        out.append({{ '"1"' if answer == "count" else '"WIN 1"' }})
{% else %}
        count = 0
        for position, v in zip(positions, values):
            for left in options(rules, position):
                after = total ^ v
                for part in left:
                    after ^= value(rules, memo, part)
                count += after == 0
{% if answer == "count" %}
        out.append(str(count))
{% else %}
        out.append("WIN %d" % count if total else "LOSE")
{% endif %}
{% endif %}
{% endif %}
    print("\n".join(out))


main()
