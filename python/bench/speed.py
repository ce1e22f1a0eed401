#!/usr/bin/env python3
"""The cost of calls of the package, beside the program.

    python python/bench/speed.py [target/release/grundy]

Best of several turns each; nothing asserts a time.
"""

import os
import subprocess
import sys
import tempfile
import time

import grundy


def best(work, turns=25):
    least = float("inf")
    for _ in range(turns):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least


def show(what, seconds, unit="ms"):
    factor = {"ms": 1e3, "µs": 1e6}[unit]
    print(f"{what:58} {seconds * factor:9.3f} {unit}")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else None
    text = "nim: 3 4 5\n" * 10**6
    for threads in (1, 2):
        batch = grundy.Batch(text, threads=threads)
        ours = best(batch.text)
        show(f"10^6 nim records as one text, {threads} thread(s)", ours)
        raw = best(grundy.Batch(text.encode(), threads=threads).text)
        show(f"the same as bytes, {threads} thread(s)", raw)
        if program:
            with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
                file.write(text)

            def run():
                command = [program, "--threads", str(threads), file.name]
                subprocess.run(command, stdout=subprocess.PIPE, check=True)

            theirs = best(run)
            show(f"the program on the same, read through a pipe, {threads} thread(s)", theirs)
            print(f"{'':58} {ours / theirs:9.2f} times the program")
            os.unlink(file.name)
    show("10^6 answers as objects, 2 threads", best(lambda: sum(1 for _ in grundy.Batch(text, threads=2)), 3))

    calls = 2_000
    solver = grundy.Solver()
    position = solver.position("nim: 3 4 5")

    def each(work):
        return lambda: [work() for _ in range(calls)]

    small = [
        ("Solver.solve('nim: 3 4 5')", lambda: solver.solve("nim: 3 4 5")),
        ("Solver.solve('kayles: 5 9')", lambda: solver.solve("kayles: 5 9")),
        ("grundy.solve('nim: 3 4 5')", lambda: grundy.solve("nim: 3 4 5")),
        ("Position('nim: 3 4 5')", lambda: grundy.Position("nim: 3 4 5")),
        ("Position.grundy()", position.grundy),
        ("Position.winning_moves()", position.winning_moves),
        ("an empty call", lambda: None),
    ]
    for what, work in small:
        show(what, best(each(work), 60) / calls, "µs")

    show("sequence('octal 0.77', 10^7 - 1)", best(lambda: grundy.sequence("octal 0.77", 10**7 - 1)))
    values = grundy.sequence("octal 0.77", 10**7 - 1)
    show(f"a copy of these {values.nbytes} bytes", best(values.copy))


if __name__ == "__main__":
    main()
