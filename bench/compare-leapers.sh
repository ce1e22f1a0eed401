#!/usr/bin/env bash
# Knights, leapers and rocks on boards too large to visit: time and peak memory of whole processes
# against damage and against size, and the engine that visits every cell beside them where it can.
#
#     bench/compare-leapers.sh [--level LEVEL,…] [RUNS]
#
# Times are seconds on the clock, medians of RUNS (3) runs of one thread.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh
runs=${1:-3}
build
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# took RECORDS: median seconds and megabytes.
took() {
    run "$grundy" --threads 1 "$1" | awk '{ printf "%.2f | %.0f", $1, $3 }'
}

# board GAME RULES SIDE DAMAGE PIECES
board() {
    local rules=()
    [[ -z $2 ]] || rules=(--rules "$2")
    "$grundy" generate "$1" "$3x$3" "${rules[@]}" --damage "$4" --pieces "$5" --listed --ask grundy >"$scratch/board"
    echo "| \`$1${2:+ $2}\` | $3 | $4 | $5 | $(took "$scratch/board") |"
}

# rocks NAME SIDE DAMAGE: 1000 positions, damaged positions spread by a multiplicative generator.
rocks() {
    awk -v game="$1" -v side="$2" -v damage="$3" 'BEGIN {
        state = 1
        printf "%s", game
        if (damage) printf " damaged"
        for (i = 0; i < damage + 1000; i++) {
            if (i == damage) printf ":"
            state = state * 48271 % 2147483647; a = state % side
            state = state * 48271 % 2147483647; b = state % side
            printf " %d,%d", a, b
        }
        print " ? grundy"
    }' >"$scratch/rocks"
    echo "| \`$1\` | $2 | $3 | 1000 | $(took "$scratch/rocks") |"
}

billion=1000000000
echo '| record | side | damaged | pieces | s | MB |'
echo '| --- | --- | --- | --- | --- | --- |'
for damage in 0 1000 10000 100000 1000000; do board knight '' $billion $damage 1000; done
board knight '' $billion 100000 100000
for side in 65536 1000000; do
    for damage in 10000 100000; do board knight '' $side $damage 1000; done
done
for rules in '-2,-1 -1,0 0,-3' '-1,-2 -2,-1 -1,0 0,-1' '-3,1 -1,-1 1,-2 -2,0' '-1,-2 -4,-1 -3,2 0,-1 2,-5 -2,0'; do
    for damage in 1000 10000; do board leaper " $rules" $billion $damage 1000; done
done
# Lines that cross and go on: a king by its steps.
for damage in 100 300 1000; do board leaper ' -1,0 0,-1 -1,-1' $billion $damage 1000; done
for damage in 0 1000 10000; do rocks three-rocks $billion $damage; done
for damage in 0 100 1000; do rocks 'rocks 1,0 2,3 3,2 5,1 0,4' $billion $damage; done

echo
echo '| 16384 × 16384, 1000 damaged | s | MB |'
echo '| --- | --- | --- |'
"$grundy" generate knight 16384x16384 --damage 1000 --pieces 1000 --listed --ask grundy >"$scratch/board"
echo "| squares | $(took "$scratch/board") |"
"$grundy" generate knight 16384x16384 --damage 1000 --pieces 1000 --ask grundy >"$scratch/board"
echo "| every cell, from text | $(took "$scratch/board") |"
