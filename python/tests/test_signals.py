"""Ctrl-C, threads and the interpreter's lock."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import grundy

LONG = [
    "octal 0.007: 3000000 ? grundy",
    "grundys-game: 3000000 ? grundy",
    "cram 7x9: ? grundy",
    "rules [a,b] -> [a-i,b-j] for i in 0..a for j in 0..b if i+j > 0 and i*j < 50: 900,900 ? grundy",
    "wythoff: 30000,9000 ? grundy",
    "queen 20000x20000 damaged 3,4: 20000,20000 ? grundy",
    "end-nim: 9000 8000 9000 7000 ? grundy",
    "fibonacci-nim: 60000 ? grundy",
]

SCRIPT = """
import os, signal, sys, threading, time, grundy
record = sys.argv[1]
def interrupt():
    time.sleep(0.4)
    global sent
    sent = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    grundy.Solver(memory=8 << 30, work=1 << 50).solve(record)
    print("ended")
except grundy.GrundyError as error:
    print("error", error)
except KeyboardInterrupt:
    print("stopped", time.process_time() - sent)
"""


def interrupted(record):
    run = subprocess.run([sys.executable, "-c", SCRIPT, record], capture_output=True, text=True, timeout=120)
    assert "panicked" not in run.stderr, run.stderr
    word, _, rest = run.stdout.partition(" ")
    return word.strip(), rest


@pytest.mark.parametrize("record", LONG, ids=lambda record: record.split(":")[0][:24])
def test_ctrl_c_stops_a_long_solve(record):
    # Processor time, which a busy machine does not stretch.
    best = None
    for _ in range(4):
        word, rest = interrupted(record)
        assert word in ("stopped", "ended"), rest
        if word == "ended":
            pytest.skip("solved before it was stopped")
        best = min(float(rest), best or 9)
        if best < 0.2:
            break
    assert best < 0.2


def later(seconds):
    def send():
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()


def test_a_solver_goes_on_after_ctrl_c():
    solver = grundy.Solver(work=1 << 50, memory=8 << 30)
    for record in ["octal 0.007: 3000000 ? grundy", "cram 7x9: ? grundy"]:
        later(0.3)
        with pytest.raises(KeyboardInterrupt):
            solver.solve(record)
    assert solver.solve("octal 0.007: 3000 ? sequence") == grundy.solve("octal 0.007: 3000 ? sequence")
    assert solver.solve("cram 4x5: ? grundy").grundy == grundy.solve("cram 4x5: ? grundy").grundy


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_batch(threads):
    records = ["nim: 3 4 5", "octal 0.007: 3000000 ? grundy"] * 3
    solver = grundy.Solver(work=1 << 50, memory=8 << 30)
    for run in (lambda batch: list(batch.run()), lambda batch: batch.text()):
        later(0.3)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            run(solver.batch(records, threads=threads))
        assert time.perf_counter() - start < 5


def test_handlers_may_solve_and_may_let_a_solve_go_on():
    seen = []

    def handle(number, frame):
        seen.append(grundy.solve("nim: 3 4 5").count)

    before = signal.signal(signal.SIGUSR1, handle)
    try:
        thread = threading.Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGUSR1)))
        thread.start()
        assert len(grundy.sequence("octal 0.007", 20_000)) == 20_001
        thread.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [1]


def test_the_lock_is_released_while_solving():
    counted = 0
    done = threading.Event()

    def solve():
        grundy.sequence("octal 0.007", 60_000, solver=grundy.Solver())
        done.set()

    threading.Thread(target=solve).start()
    start = time.perf_counter()
    while not done.is_set():
        counted += 1
        time.sleep(0.001)
    # Were it held, this thread would not have had a turn.
    assert counted > (time.perf_counter() - start) * 50


def test_threads_share_a_solver():
    solver = grundy.Solver()
    records = [f"octal 0.{code:o}: {n} ? grundy" for code in range(1, 256, 7) for n in range(0, 400, 37)]
    wanted = [answer.grundy for answer in grundy.solve(records)]
    found = {}

    def work(index):
        found[index] = [solver.solve(record).grundy for record in records]

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[index] == wanted for index in range(8))
