#!/usr/bin/env bash
# Prints the user seconds of records that take about all of the default --max-work, on one thread: some are answered
# with little left, some are refused after all of it. docs/performance.md has the table.
#
#     bench/default-limits.sh
#     GRUNDY=/tmp/other/grundy bench/default-limits.sh      another build
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/timing.sh
build
TIMEFORMAT=%U
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
while IFS= read -r record; do
    # A refused record ends with an error, which is a figure here too.
    seconds=$({ time timeout 300 "$grundy" --threads 1 <<<"$record" >"$answer" 2>/dev/null || true; } 2>&1)
    printf '%7s  %s => %s\n' "$seconds" "$record" "$(head -n 1 "$answer" | cut -c -60)"
done <<'RECORDS'
grundys-game: 30000000
treblecross: 1000000
octal 0.007: 1100000
octal 0.07777777: 1800000
take-and-break 0.3F: 40000
subtraction primes: 9000000
subtraction squares: 100000000
factor 14300000: ? count
queen 30000x30000: 30000,30000 ? grundy
rook 30000x30000: 30000,30000 ? grundy
cram 7x7:
cram misere 5x6:
node-kayles 9x9: ? grundy
chomp 14x14:
nim: 1000000 ? remoteness
coins run: 63 64 65 ? remoteness
king 900x900: 900,900 ? remoteness
octal 0.0007 misere: 200 ? winner
rules [a,b,c] -> [a-d,b,c] for d in 1..a | [a,b-d,c] for d in 1..b | [a,b,c-d] for d in 1..c if d != 3 ; legal if a ^ b != 7 : 500,500,500 ? grundy
rules [a,b] -> [a-d,b] for d in 1..a | [a,b-d] for d in 1..b | [a-d,b-d] for d in 1..min(a,b) if d % 7 != 3 : 4000,4000 ? grundy
rules [n] -> [n-d] for d in 1..n if n % d == 0 : 3000000 ? grundy
RECORDS
