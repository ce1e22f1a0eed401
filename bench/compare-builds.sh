#!/usr/bin/env bash
# This build beside another one of the same program: octal sequences, sliding pieces, mixed records.
#
#     bench/compare-builds.sh [--level LEVEL,…] PEER [ROW…]
#
# PEER is the other program. Rows are octal, grundys-game, queen, rook-one, rook-thousand, wins, mixed; all unless some
# are named. Figures are processor seconds (user and system) of whole processes on one thread, medians of $RUNS
# runs (default 3), the builds and the levels taking turns; their answers are compared. Boards and batches are kept in
# $BOARDS and $BATCHES, as those of the other comparisons are.
set -eu
cd "$(dirname "$0")/.."
in_turns=yes
. bench/timing.sh

runs=${RUNS:-3}
boards=${BOARDS:-/tmp/grundy-grids} batches=${BATCHES:-/tmp/grundy-batches}
peer=$(realpath "${1:?the other program}")
shift
mkdir -p "$boards" "$batches"
build make_board make_batch
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# seconds OUT COMMAND…
seconds() {
    local out=$1 TIMEFORMAT='%U %S'
    shift
    { time "$@" >"$out" 2>"$scratch/errors"; } 2>&1 | awk '{ t = $1 + $2; print t < 0.001 ? 0.001 : t }'
}

# A program that fails ends it all.
set -o pipefail

# pair TITLE FILE [OPTION…]
pair() {
    local title=$1 file=$2 i level
    shift 2
    local -A a=() b=()
    for ((i = 0; i < runs; i++)); do
        for level in "${levels[@]:-${GRUNDY_SIMD:-}}"; do
            export GRUNDY_SIMD=$level
            a[x$level]+="$(seconds "$scratch/ours" "$grundy" --threads 1 --max-memory 4G --max-work 1000000000000 "$@" "$file") "
            b[x$level]+="$(seconds "$scratch/theirs" "$peer" --threads 1 --max-memory 4G --max-work 1000000000000 "$@" "$file") "
            cmp "$scratch/ours" "$scratch/theirs"
        done
    done
    for level in "${levels[@]:-${GRUNDY_SIMD:-}}"; do
        awk -v title="$title${level:+, $level}" -v ours="$(medians "${a[x$level]}")" \
            -v theirs="$(medians "${b[x$level]}")" \
            'BEGIN { printf "%-58s %9.2f %9.2f %7.3f\n", title, ours, theirs, ours / theirs }'
    done
}

# record TEXT: a file with this record.
record() {
    echo "$1" >"$scratch/record"
    echo "$scratch/record"
}

# damaged SIDE CELLS: a list of spread cells, by a multiplicative generator.
damaged() {
    awk -v side="$1" -v cells="$2" 'BEGIN {
        state = 1
        for (i = 0; i < cells; i++) {
            state = state * 48271 % 2147483647; a = state % side
            state = state * 48271 % 2147483647; b = state % side
            printf " %d,%d", a, b
        }
    }'
}

# wins GAME: a board of text with a piece in its last undamaged cell.
wins() {
    once "$boards/$1-wins" sh -c "'$tools/make_board' $1 16384 16384 10 0 7 | sed '\$s/\.\([^.]*\)\$/K\1/'"
    pair "$1, who wins, 16384, 10 % damage" "$boards/$1-wins" --ask winner
}

(($#)) || set -- octal grundys-game queen rook-one rook-thousand wins mixed
printf '%-58s %9s %9s %7s\n' "$(uname -m), medians of $runs, processor seconds" ours theirs ratio
for row; do
    case $row in
        octal) pair 'octal 0.007 to 400000' "$(record 'octal 0.007: 400000 ? grundy')" ;;
        grundys-game) pair "Grundy's game to 1000000" "$(record 'grundys-game: 1000000 ? grundy')" ;;
        queen) pair 'queen 5000, Grundy value' "$(record 'queen 5000x5000: 5000,5000 ? grundy')" ;;
        rook-one)
            pair 'rook 20000, one damaged cell in the corner' \
                "$(record 'rook 20000x20000 damaged 6,10: 20000,20000 ? grundy')"
            pair 'rook 20000, one damaged cell in the middle' \
                "$(record 'rook 20000x20000 damaged 10000,10000: 20000,20000 ? grundy')"
            ;;
        rook-thousand)
            pair 'rook 20000, a thousand damaged cells' \
                "$(record "rook 20000x20000 damaged$(damaged 19999 1000): 20000,20000 ? grundy")"
            ;;
        wins) wins rook && wins queen ;;
        mixed)
            once "$batches/mixed" "$tools/make_batch" mixed 1000000 3
            pair '10^6 mixed records' "$batches/mixed"
            ;;
        *) echo "$row is no row of this" >&2 && exit 2 ;;
    esac
done
