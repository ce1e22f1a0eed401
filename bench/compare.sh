#!/usr/bin/env bash
# Boards of kings against `wc`, `cat` and the careful scalar twin; other pieces against the twin.
#
#     bench/compare.sh            the whole table: about 7 GB of boards
#     bench/compare.sh small      without the board of 65536x65536
#
# Boards are seeded, made in $BOARDS (default /tmp/grundy-boards) and kept there, but for the largest.
# Every figure is the median of $RUNS runs (default 7) of whole processes, the programs of a line
# taking turns; the page cache is warm. Ratios are of those medians. A machine that does other work
# meanwhile shows in them: two threads need two processors.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

boards=${BOARDS:-/tmp/grundy-boards}
runs=${RUNS:-7}
mkdir -p "$boards"
cargo build --release --quiet --bin grundy --example make_board --example scalar_twin
grundy=$PWD/target/release/grundy
make=$PWD/target/release/examples/make_board
twin=$PWD/target/release/examples/scalar_twin

# board NAME ARGUMENTS…: makes a board once.
board() {
    local file=$boards/$1
    shift
    if [[ ! -s $file ]]; then
        "$make" "$@" >"$file.part"
        mv "$file.part" "$file"
    fi
}

# milliseconds COMMAND: the time of one run.
milliseconds() {
    local begin=${EPOCHREALTIME/[.,]/} end
    eval "$1" >/dev/null
    end=${EPOCHREALTIME/[.,]/}
    echo $((end - begin)) | awk '{ printf "%.2f", $1 / 1000 }'
}

# compare TITLE AT_MOST OURS THEIRS: medians, their ratio, and whether it is small enough.
compare() {
    local title=$1 most=$2 ours=$3 theirs=$4 i
    local a=() b=()
    eval "$ours" >/dev/null && eval "$theirs" >/dev/null
    for ((i = 0; i < runs; i++)); do
        a+=("$(milliseconds "$ours")")
        b+=("$(milliseconds "$theirs")")
    done
    paste <(printf '%s\n' "${a[@]}" | sort -n) <(printf '%s\n' "${b[@]}" | sort -n) |
        awk -v title="$title" -v most="$most" '
            { ours[NR] = $1; theirs[NR] = $2 }
            END {
                middle = int((NR + 1) / 2)
                ratio = ours[middle] / theirs[middle]
                printf "%-58s %9.1f %9.1f %7.3f  at most %-6s %s\n", title, ours[middle], theirs[middle],
                    ratio, most, most == "-" ? "" : ratio <= most ? "yes" : "NO"
            }'
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
    peak=$( { /usr/bin/time -f %M "$grundy" "$boards/$1" >/dev/null; } 2>&1 | tail -1)
    printf '%-58s %9.1f MB %23s %s\n' "$2: peak memory" "$((peak))e-3" 'at most 64 MB' \
        "$( ((peak <= 64000)) && echo yes || echo NO)"
}

board k16 king 16384 16384 10 0.001 1
board k16-bare king 16384 16384 0 0.001 2
board k16-dense king 16384 16384 60 0.001 3
board k16-some king 16384 16384 10 5 4
board k16-full king 16384 16384 0 100 5
board k16-digits king 16384 16384 10 50 6 digits
for game in king knight rook bishop queen; do
    board "$game"4 "$game" 4096 4096 10 0.1 7
done

board wide king 3 100000000 10 0.001 9
board tall king 100000000 1 10 5 10

printf '%-58s %9s %9s %7s\n' "$(uname -m), $(nproc) processors, medians of $runs" 'ours ms' 'theirs' 'ratio'
kings k16 '16384, 10 % damage'
kings k16-bare '16384, no damage'
kings k16-dense '16384, 60 % damage'
kings k16-some '16384, 5 % kings'
kings k16-full '16384, every cell a king'
kings k16-digits '16384, half the cells 1 to 9 kings'
compare '16384 through a pipe: cat | cat' 1.15 "cat $boards/k16 | $grundy" "cat $boards/k16 | cat"
compare '16384: scalar twin' 0.067 "$grundy $boards/k16" "$twin $boards/k16"
compare '16384: scalar twin, 1 thread' 0.067 "$grundy --threads 1 $boards/k16" "$twin $boards/k16"
compare '4096 knights: scalar twin' 0.1 "$grundy $boards/knight4" "$twin $boards/knight4"
for game in rook bishop queen; do
    compare "4096 ${game}s: scalar twin" 0.333 "$grundy $boards/${game}4" "$twin $boards/${game}4"
done
compare '3 rows of 100000000: wc -l' - "$grundy $boards/wide" "wc -l $boards/wide"
compare '100000000 rows of 1: wc -l' - "$grundy $boards/tall" "wc -l $boards/tall"
memory wide '3 rows of 100000000'
memory tall '100000000 rows of 1'
for game in knight rook bishop queen; do
    memory "${game}4" "4096 ${game}s"
done
if [[ ${1:-} != small ]]; then
    board k64 king 65536 65536 10 0.001 8
    cat "$boards/k64" >/dev/null
    kings k64 '65536, 10 % damage'
    memory k64 65536
    rm "$boards/k64"
fi
