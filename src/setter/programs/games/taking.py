# A position is what is left of a part of the board or graph, in binary: bit i is cell or vertex i. A move takes a
# set, all of which must be left, and more goes with it; what is left falls into parts.
def parts(r):
    r.takes = {}
    for needs, gone, name in takes(r):
        r.takes.setdefault((needs, gone), (needs, gone, name))
    r.takes = list(r.takes.values())
    return [(whole(r),)]


def bits(places):
    result = 0
    for place in places:
        result |= 1 << place
    return result


def fall_apart(r, rest):
    """The parts of what is left: moves join what they take away. What no move takes is forgotten."""
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


