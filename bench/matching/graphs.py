"""Writes random records, and for geography the same graph as an edge list for LEMON.

usage: graphs.py geography ORDER EDGES SEED RECORD EDGE_LIST     prints the start vertex
       graphs.py acyclic|cyclic ORDER ARCS SEED RECORD
       graphs.py factor LIMIT RECORDS SEED FILE                  positions from the middle of games
"""

import random
import sys

kind, order, count, seed, record = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
random.seed(seed)


def played(limit, moves):
    """A game of factor, played at random up to this many moves."""
    history = [2 * random.randint(1, limit // 2)]
    while len(history) < moves:
        last = history[-1]
        near = [n for n in range(1, limit + 1) if last % n == 0 or n % last == 0]
        left = [n for n in near if n not in history]
        if not left:
            break
        history.append(random.choice(left))
    return " ".join(map(str, history))


if kind == "factor":
    with open(record, "w") as file:
        file.writelines(f"factor {order}: {played(order, random.randint(1, 20))}\n" for _ in range(count))
    sys.exit()

sign = "-" if kind == "geography" else ">"
name = "geography" if kind == "geography" else "graph"
start = None
with open(record, "w") as file:
    file.write(f"{name} {order}")
    edge_list = open(sys.argv[6], "w") if kind == "geography" else None
    for _ in range(count):
        a, b = random.randint(1, order), random.randint(1, order)
        while a == b:
            b = random.randint(1, order)
        if kind == "acyclic":
            a, b = max(a, b), min(a, b)
            start = max(start or a, a)
        start = start or a
        file.write(f" {a}{sign}{b}")
        if edge_list:
            edge_list.write(f"{a} {b}\n")
    file.write(f": {start} ? count\n")
print(start)
