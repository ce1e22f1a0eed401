#!/usr/bin/env bash
# Rules whose positions are lists, next to lists_peer.cpp: whole runs, in seconds, the least of three.
#
#     bench/compare-lists.sh [PROGRAM]
#
# Goal: at most half of the time of the peer.
set -e
cd "$(dirname "$0")/.."
. bench/timing.sh
program=${1:-target/release/grundy}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
g++ -O2 -march=native -o "$folder/peer" bench/lists_peer.cpp

kids=$(awk 'BEGIN { for (v = 1; v < 5000; v++) { p = int(v / 2) - v % 3; if (p < 0) p = 0; k[p] = k[p] " " v }
    for (v = 0; v < 5000; v++) printf "(%s) ", k[v] }')
# circular HEAPS TOKENS: the record of so many heaps in a circle, of so many tokens each. A move takes tokens from one heap
# or from two neighbours.
circular() {
    local last=$(($1 - 1)) heaps
    heaps=$(for ((i = 0; i < $1; i++)); do printf '%s ' "$2"; done)
    heaps=${heaps% }
    local one="[h[..i-1],a,h[i+1..]] for i in 0..$last, a in 0..h[i]-1"
    local two="[h[..i-1],a,b,h[i+2..]] for i in 0..$((last - 1)), a in 0..h[i]-1, b in 0..h[i+1]-1"
    local ends="[b,h[1..$((last - 1))],a] for a in 0..h[$last]-1, b in 0..h[0]-1"
    echo "rules [h...] -> $one | $two | $ends : ${heaps// /,} ? grundy"
}
from() { seq -s, "$1" "$2" "$3"; }
{
    echo "delete rules [w...] -> [w[..i-1],w[i+1..]] for i in 0..len(w)-1 : $(from 0 1 19) ? grundy"
    echo "permutations rules [w...] -> [w[..i-1],w[i+1],w[i],w[i+2..]] for i in 0..len(w)-2 if w[i] > w[i+1] : $(from 10 -1 1) ? grundy"
    echo "partitions rules [p...] -> [p[..i-1],a,p[i]-a,p[i+1..]] for i in 0..len(p)-1, a in 1..p[i]/2 ; partition : 40 ? grundy"
    echo "circular $(circular 6 6)"
    echo "circular-10 $(circular 10 3)"
    echo "tree rules [v] -> {[c] for c in kids[v]} | [c] for c in kids[v] ; let kids = $kids : 0 ? grundy"
} > "$folder/jobs"

while read -r job record; do
    echo "$record" > "$folder/record"
    ours=$(least "$folder/answer" "$program" "$folder/record")
    mine=$(cat "$folder/answer")
    peer=$(least "$folder/answer" "$folder/peer" "$job")
    theirs=$(cat "$folder/answer")
    [ "$mine" = "$theirs" ] || echo "$job: $mine and $theirs differ" >&2
    awk "BEGIN { printf \"%-13s %8s %8s  ratio %.2f\n\", \"$job\", \"$ours\", \"$peer\", $ours / $peer }"
done < "$folder/jobs"
