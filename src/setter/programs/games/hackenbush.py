# A position is the edges that are left, by their numbers.
def parts(r):
    return [hanging(r, range(len(r.edges)))]


def hanging(r, edges):
    """Those of the edges that hang on the ground."""
    ground, grows = {0}, True
    while grows:
        size = len(ground)
        for e in edges:
            if r.edges[e][0] in ground or r.edges[e][1] in ground:
                ground |= set(r.edges[e])
        grows = len(ground) > size
    return tuple(e for e in edges if r.edges[e][0] in ground)


def moves(r, position, named=False):
    for e in position:
        yield [hanging(r, [other for other in position if other != e])], "%d-%d" % tuple(r.edges[e])


def closed(r, position):
    # An edge that is no bridge counts as a loop, 1; a bridge makes what hangs on it one more (fusion and colon
    # principles: Berlekamp, Conway and Guy, Winning Ways, chapter 7).
    at = {}
    for e in position:
        a, b = r.edges[e]
        at.setdefault(a, []).append((b, e))
        if a != b:
            at.setdefault(b, []).append((a, e))
    entered, low, worth = {0: 0}, {0: 0}, {0: 0}
    stack = [(0, -1, iter(at.get(0, ())))]
    while stack:
        v, through, rest = stack[-1]
        for to, e in rest:
            if e == through:
                continue
            if to not in entered:
                entered[to] = low[to] = len(entered)
                worth[to] = 0
                stack.append((to, e, iter(at[to])))
                break
            if entered[to] <= entered[v]:
                low[v] = min(low[v], entered[to])
                worth[v] ^= 1
        else:
            stack.pop()
            if stack:
                up = stack[-1][0]
                low[up] = min(low[up], low[v])
                worth[up] ^= worth[v] + 1 if low[v] > entered[up] else worth[v] ^ 1
    return worth[0]
