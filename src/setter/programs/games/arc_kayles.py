{{ taking }}
def whole(r):
    return bits(range(1, r.vertices + 1))


def takes(r):
    for a, b in r.edges:
        yield bits([a, b]), bits([a, b]), "%d-%d" % (a, b)
