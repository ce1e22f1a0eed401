#!/usr/bin/env bash
# Verifying against solving: `grundy verify` beside `grundy`, each as a whole process on one thread,
# reading the same records.
#
#     bench/compare-verify.sh [--level LEVEL,…]
#
# Records are seeded, made in $RECORDS (default /tmp/grundy-verify) and kept there; their certificates are
# made anew for another build of the program. Every figure is the median processor time (user and system)
# of $RUNS runs (default 5), the two programs taking turns. For heaps, matchings and graphs the ratio is
# to be at most 1.
set -eu
cd "$(dirname "$0")/.."
. bench/timing.sh

records=${RECORDS:-/tmp/grundy-verify}
runs=${RUNS:-5}
mkdir -p "$records"
build

# milliseconds COMMAND…: the processor time of one run.
milliseconds() {
    ( TIMEFORMAT='%U %S'; time "$@" >/dev/null ) 2>&1 | awk '{ printf "%.2f\n", 1000 * ($1 + $2) }'
}

# row NAME AT_MOST: medians of solving and verifying, and their ratio ("-": whatever it is).
row() {
    local file=$records/$1 most=$2 i
    local a=() b=()
    # The certificates of another version may be of another form.
    [[ $file.proofs -nt $grundy ]] || "$grundy" --threads 1 --certify "$file.proofs" "$file" >"$file.answers"
    local proved
    # A certificate that fails ends it all.
    proved=$("$grundy" verify --threads 1 "$file" "$file.answers" "$file.proofs")
    for ((i = 0; i < runs; i++)); do
        a+=("$(milliseconds "$grundy" --threads 1 "$file")")
        b+=("$(milliseconds "$grundy" verify --threads 1 "$file" "$file.answers" "$file.proofs")")
    done
    awk -v name="$1" -v most="$most" -v proved="${proved#*, }" -v solve="$(printf '%s\n' "${a[@]}" | median)" \
        -v verify="$(printf '%s\n' "${b[@]}" | median)" 'BEGIN {
            ratio = verify / (solve > 1 ? solve : 1)
            verdict = most == "-" ? "" : ratio <= most ? "yes" : "NO"
            printf "%-26s %9.1f %9.1f %7.2f  %-4s %s\n", name, solve, verify, ratio, verdict, proved
        }'
}

# make NAME COMMAND…: writes records once.
make() {
    local file=$records/$1
    shift
    [[ -s $file ]] || "$@" >"$file"
}

numbers() { # numbers RULES COUNT STEP MODULUS: heaps spread over 1 to MODULUS
    awk -v rules="$1" -v count="$2" -v step="$3" -v modulus="$4" \
        'BEGIN { for (i = 1; i <= count; i++) print rules ": " 1 + (i * step) % modulus }'
}

make kayles-100000-records numbers kayles 100000 7919 100000
make subtraction-long-period echo 'subtraction 3 1001 20011: 1000000000 ? verdict period'
make subtraction-wide-range echo 'subtraction 1-300000: 1000000000000 ? verdict period'
make dawson-period echo 'dawson-kayles: 1000000000000 ? verdict period'
make octal-0.16-heap-90000 echo 'octal 0.16: 90000'
make grundys-game-20000 echo 'grundys-game: 20000'
make lasker-11000 echo 'lasker: 11000'
make flags-wide-range echo 'flags 1-300000 left 5: 1000000000000 ? verdict period'
make flags-long-period echo 'flags 3 1001 20011 left 5: 1000000000 ? verdict period'
make factor-100000 echo 'factor 100000:'
make factor-1000000 echo 'factor 1000000: 2'
make geography-1000000-edges "$grundy" generate geography 400000 --edges 1000000 --seed 3
make graph-1000000-arcs "$grundy" generate graph 400000 --edges 1000000 --heaps 2 --seed 3
make graph-acyclic-1000000 "$grundy" generate graph 400000 --edges 1000000 --heaps 2 --seed 3 --acyclic
make king-4096 "$grundy" generate king 4096x4096 --damage 10% --pieces 100 --seed 7
make queen-1024 "$grundy" generate queen 1024x1024 --damage 10% --pieces 100 --seed 7
make knight-1024 "$grundy" generate knight 1024x1024 --damage 10% --pieces 100 --seed 7

printf '%-26s %9s %9s %7s  %-4s\n' records 'solve ms' 'verify ms' ratio '<= 1'
for name in kayles-100000-records subtraction-long-period subtraction-wide-range dawson-period \
    octal-0.16-heap-90000 grundys-game-20000 lasker-11000 flags-wide-range flags-long-period \
    factor-100000 factor-1000000 geography-1000000-edges graph-1000000-arcs graph-acyclic-1000000; do
    row "$name" 1
done
# Boards are solved many cells at a time, and verified one by one.
for name in king-4096 queen-1024 knight-1024; do row "$name" -; done
