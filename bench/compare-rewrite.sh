#!/usr/bin/env bash
# Clobber on full boards and rows, next to rewrite_peer.cpp: whole runs, in seconds, the least of three.
#
#     bench/compare-rewrite.sh [PROGRAM]
#
# Goal: at most a tenth of the time of the peer on boards of three rows or more.
set -e
cd "$(dirname "$0")/.."
. bench/timing.sh
program=${1:-target/release/grundy}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
g++ -O2 -march=native -std=c++17 -o "$folder/peer" bench/rewrite_peer.cpp

peer() { "$folder/peer" < "$folder/board"; }

# The full board of some rows and columns.
full() {
    awk -v rows="$1" -v cols="$2" 'BEGIN {
        for (i = 0; i < rows; i++) {
            for (j = 0; j < cols; j++) printf "%s", (i + j) % 2 ? "O" : "X"
            if (i + 1 < rows) printf "/"
        }
        printf "\n"
    }'
}

for size in "1 40" "1 60" "2 7" "2 8" "2 9" "3 5" "3 6" "4 4"; do
    full ${size% *} ${size#* } > "$folder/board"
    echo "clobber: $(cat "$folder/board") ? grundy" > "$folder/record"
    ours=$(least "$folder/answer" "$program" --threads 1 "$folder/record")
    mine=$(cat "$folder/answer")
    theirs=$(least "$folder/answer" peer)
    answer=$(cat "$folder/answer")
    [ "$mine" = "$answer" ] || echo "$size: $mine and $answer differ" >&2
    awk "BEGIN { printf \"%-6s %8s %8s  ratio %.3f\n\", \"$size\", \"$ours\", \"$theirs\", $ours / $theirs }"
done
