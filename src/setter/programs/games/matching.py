def matched(neighbours, free):
    """How many edges a largest matching of the free vertices has (Edmonds 1965)."""
    mate = {}

    def augment(root):
        parent, base, outer, queue = {}, {v: v for v in free}, {root}, [root]

        def meeting(a, b):
            above = set()
            while True:
                a = base[a]
                above.add(a)
                if a not in mate:
                    break
                a = parent[mate[a]]
            while base[b] not in above:
                b = parent[mate[base[b]]]
            return base[b]

        def mark(v, top, child, blossom):
            while base[v] != top:
                blossom |= {base[v], base[mate[v]]}
                parent[v] = child
                child = mate[v]
                v = parent[child]

        while queue:
            v = queue.pop(0)
            for to in neighbours[v]:
                if to not in free or base[v] == base[to] or mate.get(v) == to:
                    continue
                if to == root or to in mate and mate[to] in parent:
                    top, blossom = meeting(v, to), set()
                    mark(v, top, to, blossom)
                    mark(to, top, v, blossom)
                    for u in free:
                        if base[u] in blossom:
                            base[u] = top
                            if u not in outer:
                                outer.add(u)
                                queue.append(u)
                elif to not in parent:
                    parent[to] = v
                    if to not in mate:
                        while to is not None:
                            v = parent[to]
                            following = mate.get(v)
                            mate[to], mate[v] = v, to
                            to = following
                        return True
                    outer.add(mate[to])
                    queue.append(mate[to])
        return False

    return sum(augment(v) for v in sorted(free) if v not in mate)


def closed(r, position):
    """Won where every largest matching of what is left meets the token (Fraenkel, Scheinerman, Ullman 1993)."""
    if not position:
        return int(any(closed(r, left[0]) == 0 for left, _ in moves(r, position)))
    neighbours = {v: set() for v in range(r.vertices + 1)}
    for a, b in links(r):
        neighbours[a].add(b)
        neighbours[b].add(a)
    rest = set(range(1, r.vertices + 1)) - set(position)
    return int(matched(neighbours, rest | {position[0]}) > matched(neighbours, rest))
