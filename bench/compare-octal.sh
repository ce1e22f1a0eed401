#!/usr/bin/env bash
# Octal games beside ogsolve, whole processes, one after the other on the same machine.
#
#     bench/compare-octal.sh [--level LEVEL,…] [REPEATS]
#
# Installs ogsolve into a temporary folder (set OGSOLVE to use one that is there). Times are processor
# seconds, the least of REPEATS (3) runs; a run of more than ten seconds is not repeated.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh
repeats=${1:-3}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [[ -z ${OGSOLVE:-} ]]; then
    cargo install --quiet ogsolve --version 0.0.7 --root "$scratch"
    OGSOLVE=$scratch/bin/ogsolve
fi
build

# seconds COMMAND…: processor seconds of the fastest run.
seconds() {
    local best='' took i
    for ((i = 0; i < repeats; i++)); do
        TIMEFORMAT='%U %S'
        took=$({ time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1 | awk '{ print $1 + $2 }')
        best=$(awk -v a="${best:-$took}" -v b="$took" 'BEGIN { print a < b ? a : b }')
        awk -v t="$took" 'BEGIN { exit !(t > 10) }' && break
    done
    echo "$best"
}

# row RECORD CODE HEAP METHOD WANTED
row() {
    local ours theirs
    echo "$1" >"$scratch/record"
    ours=$(seconds "$grundy" --threads 1 "$scratch/record")
    theirs=$(seconds "$OGSOLVE" "$2" -n "$3" -m "$4")
    awk -v r="$1" -v o="$ours" -v t="$theirs" -v m="$4" -v w="$5" \
        'BEGIN { o = o < 0.001 ? 0.001 : o; printf "| `%s` | %.3f | %s %.3f | %.1f × | %s × |\n", r, o, m, t, t / o, w }'
}

echo '| record | grundy, s | ogsolve, s | ratio | at least |'
echo '| --- | --- | --- | --- | --- |'
row 'kayles: 200000 ? grundy' 0.77 200000 rc 1000
row 'octal 0.165: 100000 ? grundy' 0.165 100000 rc 20
row 'octal 0.16: 1000000 ? grundy' 0.16 1000000 rc 3
row 'octal 0.054: 1000000 ? grundy' 0.054 1000000 rc2 1.5
row 'octal 0.007: 100000 ? grundy' 0.007 100000 rc 2
row 'octal 0.104: 300000 ? grundy' 0.104 300000 rc 2
row 'octal 0.376: 300000 ? grundy' 0.376 300000 rc 1
