"""Writes a random graph as a record of grundy and, for geography, as an edge list for LEMON.

usage: graphs.py geography ORDER EDGES SEED RECORD EDGE_LIST
       graphs.py acyclic|cyclic ORDER ARCS SEED RECORD
"""

import random
import sys

kind, order, count, seed, record = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
random.seed(seed)
pairs = []
while len(pairs) < count:
    a, b = random.randint(1, order), random.randint(1, order)
    if a != b:
        pairs.append((max(a, b), min(a, b)) if kind == "acyclic" else (a, b))
sign = "-" if kind == "geography" else ">"
start = max(pairs)[0] if kind == "acyclic" else pairs[0][0]
with open(record, "w") as file:
    name = "geography" if kind == "geography" else "graph"
    file.write(f"{name} {order} " + " ".join(f"{a}{sign}{b}" for a, b in pairs) + f": {start} ? count\n")
if kind == "geography":
    with open(sys.argv[6], "w") as file:
        file.writelines(f"{a} {b}\n" for a, b in pairs)
print(start)
