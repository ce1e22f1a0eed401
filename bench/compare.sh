#!/usr/bin/env bash
# Boards of kings against `wc`, `cat` and the careful scalar twin; other pieces against the twin.
#
#     bench/compare.sh            everything: 2.5 GB of boards, and one of 4.3 GB at a time
#     bench/compare.sh small      without the boards of 65536x65536
#     bench/compare.sh PART…      of kings, inline, pieces, long, and of the boards of 65536x65536:
#                                 large-10, large-0, large-30, large-60, large-full, large-digits
#
# Boards are seeded, made in $BOARDS (default /tmp/grundy-grids) and kept there, but for the largest.
# Every figure is the median of $RUNS runs (default 7) of whole processes, the programs of a line
# taking turns; the page cache is warm. Ratios are of those medians. `--level avx2,portable,words` before
# the parts measures these levels in turns. A machine that does other work meanwhile shows in the
# figures: two threads need two processors.
set -eu
cd "$(dirname "$0")/.."
in_turns=yes
. bench/timing.sh

boards=${BOARDS:-/tmp/grundy-grids}
runs=${RUNS:-7}
mkdir -p "$boards"
build make_board scalar_twin
twin=$tools/scalar_twin

# board NAME ARGUMENTS…: makes a board once.
board() {
    once "$boards/$1" "$tools/make_board" "${@:2}"
}

# kings FILE WHAT: one board against wc, cat and the path without vectors.
kings() {
    local file=$boards/$1 what=$2
    compare "$what: wc -l" 1.0 "$grundy $file" "wc -l $file"
    compare "$what: cat, 1 thread" 1.6 "$grundy --threads 1 $file" "cat $file"
    compare "$what: cat, 2 threads" 1.3 "$grundy --threads 2 $file" "cat $file"
    compare "$what: portable / vectors" 2.5 "GRUNDY_SIMD=portable $grundy $file" "$grundy $file"
}

# memory FILE WHAT: peak memory.
memory() {
    local peak
    peak=$(kilobytes "$grundy $boards/$1")
    printf '%-58s %9.1f MB %23s %s\n' "$2: peak memory" "$((peak))e-3" 'at most 64 MB' \
        "$( ((peak <= 64000)) && echo yes || echo NO)"
}

kings_part() {
    board k16 king 16384 16384 10 0.001 1
    board k16-bare king 16384 16384 0 0.001 2
    board k16-dense king 16384 16384 60 0.001 3
    board k16-some king 16384 16384 10 5 4
    board k16-full king 16384 16384 0 100 5
    board k16-digits king 16384 16384 10 50 6 digits
    kings k16 '16384, 10 % damage'
    kings k16-bare '16384, no damage'
    kings k16-dense '16384, 60 % damage'
    kings k16-some '16384, 5 % kings'
    kings k16-full '16384, every cell a king'
    kings k16-digits '16384, half the cells 1 to 9 kings'
    compare '16384 through a pipe: cat | cat' 1.15 "cat $boards/k16 | $grundy" "cat $boards/k16 | cat"
    compare '16384: scalar twin' 0.067 "$grundy $boards/k16" "$twin $boards/k16"
    compare '16384: scalar twin, 1 thread' 0.067 "$grundy --threads 1 $boards/k16" "$twin $boards/k16"
}

# The rows of the first board, joined by `/`. Such a record is kept whole, so its ratios have no bound.
inline_part() {
    local file=$boards/k16-inline
    board k16-inline king 16384 16384 10 0.001 1 inline
    compare '16384 in one line: cat' - "$grundy $file" "cat $file"
    compare '16384 in one line, best move: cat' - "$grundy --ask best $file" "cat $file"
}

pieces_part() {
    local game
    for game in knight rook bishop queen; do
        board "$game"4 "$game" 4096 4096 10 0.1 7
    done
    compare '4096 knights: scalar twin' 0.1 "$grundy $boards/knight4" "$twin $boards/knight4"
    for game in rook bishop queen; do
        compare "4096 ${game}s: scalar twin" 0.333 "$grundy $boards/${game}4" "$twin $boards/${game}4"
    done
    for game in knight rook bishop queen; do
        memory "${game}4" "4096 ${game}s"
    done
}

# Very long rows, and very many.
long_part() {
    board wide king 3 100000000 10 0.001 9
    board tall king 100000000 1 10 5 10
    compare '3 rows of 100000000: wc -l' - "$grundy $boards/wide" "wc -l $boards/wide"
    compare '100000000 rows of 1: wc -l' - "$grundy $boards/tall" "wc -l $boards/tall"
    memory wide '3 rows of 100000000'
    memory tall '100000000 rows of 1'
}

# large WHAT DAMAGE% PIECES% SEED [digits]: a board of 65536x65536, which goes afterwards.
large() {
    board k64 king 65536 65536 "${@:2}"
    cat "$boards/k64" >/dev/null
    kings k64 "65536, $1"
    memory k64 "65536, $1"
    rm "$boards/k64"
}

case ${1-all} in
    all) set -- kings inline pieces long large-{10,0,30,60,full,digits} ;;
    small) set -- kings inline pieces long ;;
esac
heading
for part; do
    case $part in
        kings | inline | pieces | long) "${part}_part" ;;
        large-10) large '10 % damage' 10 0.001 8 ;;
        large-0) large 'no damage' 0 0.001 11 ;;
        large-30) large '30 % damage' 30 0.001 12 ;;
        large-60) large '60 % damage' 60 0.001 13 ;;
        large-full) large 'every cell a king' 0 100 14 ;;
        large-digits) large 'half the cells 1 to 9 kings' 10 50 15 digits ;;
        *) echo "$part is no part of this" >&2 && exit 2 ;;
    esac
done
