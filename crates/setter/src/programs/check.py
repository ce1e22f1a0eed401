#!/usr/bin/env python3
# Compares the moves of a submission with all moves that reach the outcome: any of them is right.
# Called as `check INPUT ANSWER FEEDBACK < OUTPUT`; 42 is right, 43 is wrong.
import os
import sys


def end(code, message):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as out:
        out.write(message + "\n")
    sys.exit(code)


with open(sys.argv[2]) as file:
    answers = [line.split() for line in file.read().splitlines()]
lines = [line.split() for line in sys.stdin.buffer.read().decode("latin-1").splitlines()]
while lines and not lines[-1]:
    lines.pop()
if len(lines) != len(answers):
    end(43, "%d lines, not %d" % (len(lines), len(answers)))
for number, (line, answer) in enumerate(zip(lines, answers), 1):
    if line[:1] != answer[:1]:
        end(43, "line %d: the outcome is %s" % (number, answer[0]))
    if len(answer) > 1 and len(line) == 1 or not set(line[1:]) <= set(answer[1:]):
        end(43, "line %d: this move does not reach it" % number)
end(42, "all right")
