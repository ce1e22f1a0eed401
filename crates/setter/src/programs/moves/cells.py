# A position is the number of its columns and the letters of its cells, row by row. Its moves are those that the rules say:
# BEFORE becomes AFTER.
RULES = {{ rules }}
NEVER = {{ never }}
ENDS = {{ ends }}
# The steps that a word of one row lies along; if there are none, words lie as they are drawn, or also turned.
STEPS = {{ steps }}
TURNED = {{ "True" if turned else "False" }}
RING = {{ "True" if ring else "False" }}
GRAPH = {{ "True" if graph else "False" }}
# The steps to neighbours of a cell of a board, and the ways of a graph.
NEAR = {{ near }}
ARCS = {{ arcs }}


def parts(r):
    found = []
    for text in r.letters:
        rows = text.replace("-", "").split("/")
        found.append((len(rows[0]),) + tuple(map(ord, "".join(rows))))
    return found


def signs_of(text):
    """The rows of a word: each sign, with whether it stands any number of times."""
    rows = [[]]
    for place, sign in enumerate(text):
        if sign == "/":
            rows.append([])
        elif sign == "*":
            rows[-1][-1] = (rows[-1][-1][0], True)
        elif sign.isdigit() and text[place - 1:place] == "_":
            rows[-1][-1] = ("_" + sign, False)
        else:
            rows[-1].append((sign, False))
    return rows


def written(word, run):
    """The rows of a word whose repeated sign stands so many times."""
    return [[sign for sign, repeated in row for _ in range(run if repeated else 1)] for row in word]


def height(position):
    return (len(position) - 1) // position[0] if position[0] else 1


def stepped(position, cell, step):
    """The cell a step away; none off the board."""
    row, column = cell // position[0] + step[0], cell % position[0] + step[1]
    return row * position[0] + column if 0 <= row < height(position) and 0 <= column < position[0] else None


def ways(position, rows, columns):
    """The lists of cells that a word of this size covers."""
    count = len(position) - 1
    if GRAPH:
        paths = [(vertex,) for vertex in range(count)] if rows == 1 else []
        for _ in range(columns - 1):
            paths = [path + (b,) for path in paths for a, b in ARCS if a == path[-1] and b not in path]
        return set(paths)
    if RING:
        around = [1, -1] if TURNED else [1]
        return {tuple((first + i * step) % count for i in range(columns))
                for first in range(count) for step in around if rows == 1 and columns <= count}
    drawn = [(i, j) for i in range(rows) for j in range(columns)]
    if STEPS:
        shapes = [[(i * down, i * right) for i in range(columns)] for down, right in STEPS if rows == 1]
    elif TURNED:
        shapes = []
        for down, right in itertools.product([1, -1], repeat=2):
            shapes += [[(down * i, right * j) for i, j in drawn], [(down * j, right * i) for i, j in drawn]]
    else:
        shapes = [drawn]
    found = set()
    for shape in shapes:
        for first in range(count):
            cells = tuple(stepped(position, first, step) for step in shape)
            if None not in cells:
                found.add(cells)
    return found


def matched(position, signs, cells):
    """The letters that the numbers of a word stand for; none if it does not lie there."""
    bound = {}
    for sign, cell in zip(signs, cells):
        letter = position[cell + 1]
        if letter == ord("#") or sign[0] != "_" and ord(sign) != letter:
            return None
        if sign[0] == "_" and sign != "_" and bound.setdefault(sign, letter) != letter:
            return None
    return bound


def stands(position, texts):
    """Whether one of some words lies somewhere."""
    for word in map(signs_of, texts):
        word = written(word, 1)
        if any(matched(position, sum(word, []), cells) is not None for cells in ways(position, len(word), len(word[0]))):
            return True
    return False


def neighbours(position, cell):
    count = len(position) - 1
    if GRAPH:
        return [b if a == cell else a for a, b in ARCS if cell in (a, b)]
    if RING:
        return [(cell + 1) % count, (cell - 1) % count]
    return [to for to in (stepped(position, cell, step) for step in NEAR) if to is not None]


def group(position, cell, joins):
    """The cells that are connected with one by letters that join."""
    found, fresh = {cell}, [cell]
    while fresh:
        for to in neighbours(position, fresh.pop()):
            if to not in found and joins(position[to + 1]):
                found.add(to)
                fresh.append(to)
    return found


def allowed(position):
    """Whether a move may leave this position."""
    if stands(position, NEVER):
        return False
    cells = [cell for cell in range(len(position) - 1) if position[cell + 1] != ord("#")]
{% if alive %}
    for cell in cells:
        here = position[cell + 1]
        if here != ord("."):
            near = (to for one in group(position, cell, lambda letter: letter == here) for to in neighbours(position, one))
            if all(position[to + 1] != ord(".") for to in near):
                return False
{% endif %}
{% if connected %}
    if cells and len(group(position, cells[0], lambda letter: letter != ord("#"))) < len(cells):
        return False
{% endif %}
    return True


def changed(position, after, bound, cells):
    """The position after a move, the cells that it changes, and their new letters; none if a sign stands for no letter."""
    new = []
    for sign, cell in zip(after, cells):
        if sign == "_":
            new.append(position[cell + 1])
        elif sign[0] == "_":
            if sign not in bound:
                return None
            new.append(bound[sign])
        else:
            new.append(ord(sign))
    if len(new) < len(cells):
        # The row closes up.
        if cells[0] > cells[-1]:
            cells, new = cells[::-1], new[::-1]
        left = position[1:cells[0] + 1] + tuple(new) + position[cells[-1] + 2:]
        return (len(left),) + left, cells, tuple(new)
    left = list(position)
    for cell, letter in zip(cells, new):
        left[cell + 1] = letter
    cells = tuple(cell for cell in sorted(cells) if left[cell + 1] != position[cell + 1])
    return tuple(left), cells, tuple(left[cell + 1] for cell in cells)


def moves(r, position, named=False):
    longest = max(position[0], height(position))
    found = {}
    for before, after in (map(signs_of, rule.split(">")) for rule in ([] if stands(position, ENDS) else RULES)):
        repeats = any(repeated for row in before for _, repeated in row)
        for run in range(longest + 1) if repeats else [1]:
            word, signs = written(before, run), sum(written(after, run), [])
            for cells in ways(position, len(word), len(word[0])) if word[0] else []:
                bound = matched(position, sum(word, []), cells)
                move = None if bound is None else changed(position, signs, bound, cells)
                if move and move[1] and allowed(move[0]):
                    found[move[0]] = min(found.get(move[0], move[1:]), move[1:])
    for left, (cells, letters) in sorted(found.items(), key=lambda item: item[1]):
        names = ["%d,%d" % (cell // position[0] + 1, cell % position[0] + 1) if height(position) > 1 else str(cell + 1)
                 for cell in cells]
        yield [left], "+".join(names) + ">" + "".join(map(chr, letters))
