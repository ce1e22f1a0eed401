#!/usr/bin/env bash
# Cram against igsolve, and other positional games alone: processor seconds of whole processes, one thread.
#
#     bench/compare-positional.sh [--level LEVEL,…]
#
# igsolve is installed with cargo into $IGSOLVE (default /tmp/grundy-igsolve) unless it is there. Both take turns;
# every figure is the median of $RUNS runs (default 5).
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh

runs=${RUNS:-5}
igs=${IGSOLVE:-/tmp/grundy-igsolve}
build
[[ -x $igs/bin/igsolve ]] || cargo install --quiet --root "$igs" igsolve

# seconds COMMAND…: processor seconds of one run.
seconds() {
    /usr/bin/time -q -f '%U %S' "$@" 2>&1 >/dev/null | tail -1 | awk '{ print $1 + $2 }'
}

printf '%-24s %9s %9s %7s\n' "Cram, medians of $runs" ours igsolve ratio
for board in 5x6 5x7 4x9 3x13 3x15 5x8 4x11; do
    echo "cram $board: ? grundy" >"/tmp/grundy-cram-$board.in"
    ours=() theirs=()
    for ((i = 0; i < runs; i++)); do
        ours+=("$(seconds "$grundy" --threads 1 "/tmp/grundy-cram-$board.in")")
        theirs+=("$(seconds "$igs/bin/igsolve" --tt hash-map cram --rows "${board%x*}" --cols "${board#*x}")")
    done
    a=$(printf '%s\n' "${ours[@]}" | median)
    b=$(printf '%s\n' "${theirs[@]}" | median)
    awk -v name="$board" -v a="$a" -v b="$b" \
        'BEGIN { printf "%-24s %9.2f %9.2f %7.2f\n", name, a, b, (b > 0 ? a / b : 0) }'
done

for record in "placement queen 10x10:" "placement queen 11x11:" "node-kayles 7x8:" "chomp 12x12:"; do
    echo "$record ? grundy" >/tmp/grundy-positional.in
    printf '%-24s %9.2f\n' "$record" "$(seconds "$grundy" --threads 1 /tmp/grundy-positional.in)"
done
