# A position is the set of the cells or vertices left of a part, in binary. A move needs a set, all of which must be
# left, and takes a set that may be larger; the rest falls into parts.
def bits(places):
    result = 0
    for place in places:
        result |= 1 << place
    return result


{% if board %}
# A move covers one of the shapes, and clears the cells that the steps from its first cell reach.
SHAPES = {{ shapes }}
STEPS = {{ steps }}
SLIDES = {{ "True" if slides else "False" }}


def cell(r, row, col):
    return (row - 1) * r.width + col - 1


def on_board(r, row, col):
    return 1 <= row <= r.height and 1 <= col <= r.width


def reached(r, row, col):
    """The cells that the steps from a cell reach."""
    for down, right in STEPS:
        i, j = row + down, col + right
        while on_board(r, i, j):
            yield cell(r, i, j)
            if not SLIDES:
                break
            i, j = i + down, j + right


def whole(r):
    free = bits(i for i in range(r.height * r.width) if (i // r.width + 1, i % r.width + 1) not in r.broken)
    for row, col in r.pieces:
        free &= ~bits([cell(r, row, col), *reached(r, row, col)])
    return free


def takes(r):
    for row in range(1, r.height + 1):
        for col in range(1, r.width + 1):
            for shape in SHAPES:
                cells = sorted((row + i, col + j) for i, j in zip(shape[::2], shape[1::2]))
                if all(on_board(r, i, j) for i, j in cells):
                    needs = bits(cell(r, i, j) for i, j in cells)
                    yield needs, needs | bits(reached(r, row, col)), "+".join("%d,%d" % cell for cell in cells)
{% else %}
def whole(r):
    return bits(range(1, r.vertices + 1))


def takes(r):
{% if given %}
    for places in r.sets + r.edges:
        yield bits(places), bits(places), "{{ given }}".join(map(str, places))
{% else %}
    # A vertex goes with {{ "its neighbours" if near else "all that the edges lead to from it" }}.
    arcs = r.edges{% if near %} + [(b, a) for a, b in r.edges]{% endif %}

    for vertex in range(1, r.vertices + 1):
        gone = {vertex}
        for _ in range({{ 1 if near else "r.vertices" }}):
            gone |= {b for a, b in arcs if a in gone}
        yield bits([vertex]), bits(gone), str(vertex)
{% endif %}
{% endif %}


def parts(r):
    r.takes = {}
    for needs, gone, name in takes(r):
        r.takes.setdefault((needs, gone), (needs, gone, name))
    r.takes = list(r.takes.values())
    return [(whole(r),)]


def fall_apart(r, rest):
    """The parts of the rest: moves join the places that they take. Places that no move takes are forgotten."""
    found = []
    for needs, gone, _ in r.takes:
        if needs & rest == needs:
            joined, others = gone & rest, []
            for part in found:
                if part & joined:
                    joined |= part
                else:
                    others.append(part)
            found = others + [joined]
    return [(part,) for part in sorted(found)]


def moves(r, position, named=False):
    for needs, gone, name in r.takes:
        if needs & position[0] == needs:
            yield fall_apart(r, position[0] & ~gone), name
