{{ taking }}
def around(r, vertex):
    return bits([vertex] + [b if a == vertex else a for a, b in r.edges if vertex in (a, b)])


def whole(r):
    free = bits(range(1, r.vertices + 1))
    for vertex in r.tokens:
        free &= ~around(r, vertex)
    return free


def takes(r):
    for vertex in range(1, r.vertices + 1):
        yield bits([vertex]), around(r, vertex), str(vertex)
