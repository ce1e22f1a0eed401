#!/usr/bin/env python3
# An interactive judge for Kattis and DOMjudge: `interact.py INPUT ANSWER FEEDBACK`, where INPUT holds one record.
# The program `grundy` is found by the variable GRUNDY, beside this file, or on the path.
import os
import sys

here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "grundy")
grundy = os.environ.get("GRUNDY") or (here if os.path.exists(here) else "grundy")
options = [OPTIONS_OF_THE_COMMAND]
try:
    os.execvp(
        grundy,
        [grundy, "interact", "@" + sys.argv[1], "--codes", "kattis", "--feedback", sys.argv[3]] + options,
    )
except OSError as error:
    sys.exit("%s: %s" % (grundy, error))
