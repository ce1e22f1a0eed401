{{ taking }}
def whole(r):
    return bits(range(1, r.vertices + 1))


def takes(r):
    for taken in r.sets:
        yield bits(taken), bits(taken), ",".join(map(str, taken))
