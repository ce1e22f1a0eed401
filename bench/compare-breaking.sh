#!/usr/bin/env bash
# Take-and-break codes with hexadecimal digits beside a loop over all moves in C++ (`breaking_naive.cpp`).
#
#     bench/compare-breaking.sh [--level LEVEL,…] [HEAPS]
#
# HEAPS is 10000 unless another number is given; the loop takes some 20 to 60 seconds a code then. Times are
# processor seconds of whole processes, one run each; the values of both are compared.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh
heaps=${1:-10000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
g++ -O3 -march=native -o "$scratch/naive" bench/breaking_naive.cpp
build

# seconds OUT COMMAND…
seconds() {
    local out=$1 TIMEFORMAT='%U %S'
    shift
    { time "$@" >"$out" 2>/dev/null; } 2>&1 | awk '{ t = $1 + $2; print t < 0.001 ? 0.001 : t }'
}

echo "| code, heaps to $heaps | largest value | grundy, s | loop, s | ratio |"
echo '| --- | ---: | ---: | ---: | ---: |'
for code in ${CODES:-0.28 0.18 0.00F 0.F8 8!.0 0.8!F}; do
    echo "take-and-break $code: $heaps ? sequence" >"$scratch/record"
    ours=$(seconds "$scratch/ours" "$grundy" --threads 1 "$scratch/record")
    theirs=$(seconds "$scratch/theirs" "$scratch/naive" "$code" "$heaps")
    cmp "$scratch/ours" "$scratch/theirs"
    top=$(tr ' ' '\n' <"$scratch/ours" | sort -n | tail -1)
    awk -v c="$code" -v v="$top" -v o="$ours" -v t="$theirs" \
        'BEGIN { printf "| `%s` | %d | %.2f | %.1f | %.0f × |\n", c, v, o, t, t / o }'
done
