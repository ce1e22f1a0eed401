#!/usr/bin/env bash
# Factor and geography against LEMON's maximum matching on the same graphs; geography and graph
# against reading their records; factor positions from the middle of games.
#
#     bench/compare-matching.sh         up to factor 1000000 (LEMON takes a minute or two)
#     bench/compare-matching.sh full    also factor 10000000 and 10^7 arcs, which LEMON does not run
#     bench/compare-matching.sh --level avx2,words …    at these levels
#
# LEMON comes from Debian's liblemon-dev. Both its classes of graphs are run: ListGraph, which its
# tutorial and most programs use, and SmartGraph, which cannot remove edges and is faster. Of grundy
# the processor time of the whole process counts, from the record's text to the answer (one thread);
# of LEMON that of building its graph and solving, the edges being there. "Reading" is
# `grundy --check` on the same file. Medians of $RUNS (3) runs.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh
runs=${RUNS:-3} work=${GRAPHS:-/tmp/grundy-graphs}
mkdir -p "$work"
[[ -e /usr/include/lemon/matching.h ]] || apt-get install -y liblemon-dev g++ >/dev/null
[[ $work/lemon -nt bench/matching/lemon.cpp ]] || g++ -O3 -march=native -o "$work/lemon" bench/matching/lemon.cpp
build

# holds RECORD ANSWER: a wrong answer is no answer, however fast.
holds() {
    local answer
    answer=$("$grundy" "$1")
    [[ $answer == "$2" ]] || { echo "$1: $answer where $2 is right" >&2; exit 1; }
}
# ours ARGUMENT...: milliseconds of processor time, all of the process.
ours() {
    for _ in $(seq "$runs"); do
        ( TIMEFORMAT='%U %S'; time "$grundy" --threads 1 "$@" >/dev/null ) 2>&1 | awk '{ print 1000 * ($1 + $2) }'
    done | median
}
# peak ARGUMENT...: the most memory the process held, in MB.
peak() {
    python3 - "$grundy" --threads 1 "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1000)
PYTHON
}
theirs() { for _ in $(seq "$runs"); do "$work/lemon" "$@" | awk '{ print $2 + $3 }'; done | median; }
# row JOB OURS SMART LIST
row() {
    awk -v n="$1" -v a="$2" -v s="$3" -v l="$4" 'BEGIN {
        printf "%-34s %9.0f ms %9.0f ms %7.1f x %9.0f ms %7.1f x\n", n, a, s, s / a, l, l / a }'
}
# beside_reading JOB FILE
beside_reading() {
    awk -v n="$1" -v a="$(ours "$2")" -v r="$(ours --check "$2")" -v b="$(stat -c %s "$2")" 'BEGIN {
        printf "%-34s %9.0f ms %9.0f ms %7.1f x %8.0f MB/s\n", n, a, r, a / r, b / 1000 / r }'
}
random_graph() { [[ -s $5 ]] || python3 bench/matching/graphs.py "$@" >"$5.start"; }

printf '%-34s %12s %12s %9s %12s %9s\n' job grundy SmartGraph '' ListGraph ''
count_of=([100000]=8431 [1000000]=318194 [10000000]=2971454)
for limit in 100000 1000000; do
    echo "factor $limit: ? count" >"$work/factor$limit"
    holds "$work/factor$limit" "${count_of[limit]}"
    row "factor $limit" "$(ours "$work/factor$limit")" "$(theirs smart factor $limit)" "$(theirs list factor $limit)"
done
for order in 500000 1000000; do
    random_graph geography $order 1000000 1 "$work/g$order.txt" "$work/g$order.edges"
    edges=(edges $order "$work/g$order.edges" "$(cat "$work/g$order.txt.start")")
    holds "$work/g$order.txt" "$("$work/lemon" smart "${edges[@]}" | cut -d' ' -f1)"
    row "geography $order, 10^6 edges" "$(ours "$work/g$order.txt")" \
        "$(theirs smart "${edges[@]}")" "$(theirs list "${edges[@]}")"
done

printf '\n%-34s %12s %12s %9s %13s\n' job grundy reading '' 'read at'
for order in 500000 1000000; do
    beside_reading "geography $order, 10^6 edges" "$work/g$order.txt"
done
for kind in acyclic cyclic; do
    random_graph $kind 200000 1000000 1 "$work/$kind.txt"
    beside_reading "graph $kind, 10^6 arcs" "$work/$kind.txt"
done
if [[ ${1:-} == full ]]; then
    for kind in acyclic cyclic; do
        random_graph $kind 2000000 10000000 1 "$work/$kind-large.txt"
        beside_reading "graph $kind, 10^7 arcs" "$work/$kind-large.txt"
    done
fi

printf '\n%-34s %12s %12s\n' job grundy memory
alone() { printf '%-34s %9.0f ms %9.0f MB\n' "$1" "$(ours "$2")" "$(peak "$2")"; }
[[ -s $work/midgame ]] || python3 bench/matching/graphs.py factor 100 10000 1 "$work/midgame"
alone "factor 100 in mid-game, 10^4" "$work/midgame"
alone "factor 1000000" "$work/factor1000000"
seq -s ' ' 7 13 90000 | sed 's/.*/factor 1000000 damaged &: 6 12 24 ? count/' >"$work/factor-removed"
alone "factor 1000000, 6926 removed" "$work/factor-removed"
if [[ ${1:-} == full ]]; then
    echo "factor 10000000: ? count" >"$work/factor10000000"
    holds "$work/factor10000000" "${count_of[10000000]}"
    alone "factor 10000000" "$work/factor10000000"
    alone "graph cyclic, 10^7 arcs" "$work/cyclic-large.txt"
fi
