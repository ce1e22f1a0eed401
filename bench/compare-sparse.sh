#!/usr/bin/env bash
# Kings on boards of up to a billion rows: time and peak memory of whole processes, against what is
# asked of them; growth with damage and with size; and, on a board that fits into a file, the dense
# engine and the careful scalar twin in the same run.
#
#     bench/compare-sparse.sh            everything; a file of 4.3 GB
#     bench/compare-sparse.sh small      without the file
#     bench/compare-sparse.sh --level avx2,words …    at these levels
#
# Boards are seeded, made in $BOARDS (default /tmp/grundy-grids) and kept there. Figures are medians
# of $RUNS runs (default 3): seconds on the clock, processor seconds, peak memory.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh

boards=${BOARDS:-/tmp/grundy-grids}
runs=${RUNS:-3}
billion=1000000000
mkdir -p "$boards"
build make_sparse make_board scalar_twin

# sparse LAYOUT SIZE DAMAGED PIECES: the name of a record, made once.
sparse() {
    local file=$boards/sparse-$1-$2-$3-$4
    once "$file" "$tools/make_sparse" "$1" "$2" "$3" "$4" 1
    echo "$file"
}

# row TITLE SECONDS MEGABYTES COMMAND…: one line against what is asked.
row() {
    local title=$1 seconds=$2 megabytes=$3
    shift 3
    run "$@" | awk -v title="$title" -v seconds="$seconds" -v megabytes="$megabytes" '{
        verdict = seconds == "-" ? "" : ($1 <= seconds && $3 <= megabytes ? "yes" : "NO")
        printf "%-52s %9.3f %9.3f %8.1f   %6s %6s  %s\n", title, $1, $2, $3, seconds, megabytes, verdict
    }'
}

heading() {
    printf '\n%-52s %9s %9s %8s   %6s %6s\n' "$1" 'clock s' 'cpu s' 'MB' 's <=' 'MB <='
}

heading "$(uname -m), $(nproc) processors, medians of $runs"
row '10^9, 10^3 damaged' 0.02 64 "$grundy" "$(sparse random $billion 1000 1000)"
row '10^9, 10^4 damaged' 0.1 64 "$grundy" "$(sparse random $billion 10000 1000)"
row '10^9, 10^5 damaged' 3 128 "$grundy" "$(sparse random $billion 100000 1000)"
row '10^9, 10^5 damaged, 10^5 pieces' 1.5 128 "$grundy" "$(sparse random $billion 100000 100000)"
row '10^6, 10^4 damaged' 0.2 256 "$grundy" "$(sparse random 1000000 10000 1000)"
row '10^6, 10^5 damaged' 15 256 "$grundy" "$(sparse random 1000000 100000 1000)"
row '65536, 10^5 damaged' 0.3 256 "$grundy" "$(sparse random 65536 100000 1000)"
for layout in row column diagonal lattice-even lattice-odd lattice-mixed clusters; do
    row "10^9, 10^5 damaged, $layout" 5 256 timeout 120 "$grundy" "$(sparse $layout $billion 100000 1000)"
done

heading 'growth with damage, 10^9'
for damaged in 1000 3000 10000 30000 100000; do
    row "$damaged" - - "$grundy" "$(sparse random $billion $damaged 1000)"
done
heading 'growth with size, 10^4 damaged'
for size in 65536 1000000 10000000 100000000 $billion; do
    row "$size" - - "$grundy" "$(sparse random $size 10000 1000)"
done
heading 'one thread'
row '10^9, 10^5 damaged' - - "$grundy" --threads 1 "$(sparse random $billion 100000 1000)"
row '10^9, 10^5 damaged, clusters' - - "$grundy" --threads 1 "$(sparse clusters $billion 100000 1000)"

if [[ ${1:-} != small ]]; then
    # 1 cell in 65536 is damaged.
    text=$boards/king-65536-sparse
    once "$text" "$tools/make_board" king 65536 65536 0.0016 0.0001 1
    heading '65536, 65536 damaged'
    runs=1
    row 'listed' - - "$grundy" "$(sparse random 65536 65536 1000)"
    row 'drawn in text, dense engine' - - "$grundy" "$text"
    row 'drawn in text, scalar twin' - - "$tools/scalar_twin" "$text"
fi
