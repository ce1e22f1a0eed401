#!/usr/bin/env bash
# Factor and geography against LEMON's maximum matching on the same graphs.
#
#     bench/compare-matching.sh         up to factor 1000000 (LEMON takes most of a minute)
#     bench/compare-matching.sh full    also factor 10000000, which LEMON does not run
#
# LEMON comes from Debian's liblemon-dev. Of grundy the processor time of the whole process counts;
# of LEMON that of building its graph and solving, the edges being there. Medians of $RUNS (3) runs.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C
runs=${RUNS:-3} work=${GRAPHS:-/tmp/grundy-graphs}
mkdir -p "$work"
[[ -e /usr/include/lemon/matching.h ]] || apt-get install -y liblemon-dev g++ >/dev/null
g++ -O3 -march=native -o "$work/lemon" bench/matching/lemon.cpp
cargo build --release --quiet --bin grundy
grundy=$PWD/target/release/grundy

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
# ours RECORD: milliseconds of processor time, all of the process.
ours() {
    for _ in $(seq "$runs"); do
        ( TIMEFORMAT='%U %S'; time "$grundy" --threads 1 "$1" >/dev/null ) 2>&1 | awk '{ print 1000 * ($1 + $2) }'
    done | median
}
theirs() { for _ in $(seq "$runs"); do "$work/lemon" "$@" | awk '{ print $2 + $3 }'; done | median; }
row() { awk -v n="$1" -v a="$2" -v b="$3" 'BEGIN { printf "%-28s %10.0f ms %10.0f ms %8.1f x\n", n, a, b, b / a }'; }

printf '%-28s %13s %13s %10s\n' job grundy LEMON ratio
for limit in 100000 1000000; do
    echo "factor $limit: ? count" >"$work/factor$limit"
    row "factor $limit" "$(ours "$work/factor$limit")" "$(theirs factor $limit)"
done
for order in 500000 1000000; do
    [[ -s $work/g$order.start ]] || python3 bench/matching/graphs.py geography $order 1000000 1 \
        "$work/g$order.rec" "$work/g$order.edges" >"$work/g$order.start"
    row "geography $order" "$(ours "$work/g$order.rec")" \
        "$(theirs edges $order "$work/g$order.edges" "$(cat "$work/g$order.start")")"
done
if [[ ${1:-} == full ]]; then
    echo "factor 10000000: ? count" >"$work/factor10000000"
    printf '%-28s %10.0f ms\n' "factor 10000000" "$(ours "$work/factor10000000")"
fi
