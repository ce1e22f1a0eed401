#!/usr/bin/env bash
# Batches of records: nim against `wc -l` and against split and parse, mixed rule sets on one and two
# threads, memory.
#
#     bench/compare-batch.sh          everything but the last
#     bench/compare-batch.sh long     also 10^8 mixed records through a pipe, made on the fly (some minutes)
#
# Batches are seeded, made in $BATCHES (default /tmp/grundy-batches) and kept there. Every figure is
# the median of $RUNS runs (default 9) of whole processes, the programs of a line taking turns; the
# page cache is warm. Ratios are of those medians. GRUNDY_SIMD=avx2 shows processors without 512-bit
# vectors.
set -eu
cd "$(dirname "$0")/.."
export LC_ALL=C

batches=${BATCHES:-/tmp/grundy-batches}
runs=${RUNS:-9}
mkdir -p "$batches"
cargo build --release --quiet --bin grundy --example make_batch --example split_parse
grundy=$PWD/target/release/grundy
make=$PWD/target/release/examples/make_batch
split=$PWD/target/release/examples/split_parse

# batch NAME ARGUMENTS…: makes a batch once.
batch() {
    local file=$batches/$1
    shift
    if [[ ! -s $file ]]; then
        "$make" "$@" >"$file.part"
        mv "$file.part" "$file"
    fi
}

# milliseconds COMMAND: the time of one run.
milliseconds() {
    local begin=${EPOCHREALTIME/[.,]/} end
    bash -c "$1" >/dev/null
    end=${EPOCHREALTIME/[.,]/}
    echo $((end - begin)) | awk '{ printf "%.2f", $1 / 1000 }'
}

# report TITLE OURS THEIRS AT_MOST: a line of the table.
report() {
    awk -v title="$1" -v ours="$2" -v theirs="$3" -v most="$4" 'BEGIN {
        ratio = ours / theirs
        printf "%-50s %9.1f %9.1f %7.3f  at most %-6s %s\n", title, ours, theirs, ratio, most,
            ratio <= most ? "yes" : "NO"
    }'
}

# compare TITLE AT_MOST OURS THEIRS: medians, their ratio, and whether it is small enough.
compare() {
    local title=$1 most=$2 ours=$3 theirs=$4 i
    local a=() b=()
    bash -c "$ours" >/dev/null && bash -c "$theirs" >/dev/null
    for ((i = 0; i < runs; i++)); do
        a+=("$(milliseconds "$ours")")
        b+=("$(milliseconds "$theirs")")
    done
    report "$title" "$(printf '%s\n' "${a[@]}" | median)" "$(printf '%s\n' "${b[@]}" | median)" "$most"
}

median() {
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# kilobytes COMMAND: the most memory of its last process.
kilobytes() {
    bash -c "/usr/bin/time -f %M $1" 2>&1 >/dev/null | tail -1
}

batch nim64 nim64 1000000 1
batch nim1000 nim1000 1000000 2
batch mixed mixed 1000000 3
if [[ ! -s $batches/line64 ]]; then
    { printf 'nim:' && "$make" nim64 1000000 4 | cut -d: -f2 | tr -d '\n' && echo; } >"$batches/line64.part"
    mv "$batches/line64.part" "$batches/line64"
fi

printf '%-50s %9s %9s %7s\n' "$(uname -m), $(nproc) processors, medians of $runs" 'ours ms' 'theirs' 'ratio'
for kind in nim64 nim1000; do
    file=$batches/$kind
    compare "$kind: 1 thread / wc -l" 4 "$grundy --threads 1 $file" "wc -l $file"
    compare "$kind: 2 threads / wc -l" 2.5 "$grundy --threads 2 $file" "wc -l $file"
    compare "$kind: 1 thread / split and parse" 0.25 "$grundy --threads 1 $file" "$split $file"
    compare "$kind: --check / solving" 1 "$grundy --threads 1 --check $file" "$grundy --threads 1 $file"
done
file=$batches/line64
compare 'one line of 10^7 heaps: 2 threads / wc -l' 10 "$grundy --threads 2 $file" "wc -l $file"
compare 'one line of 10^7 heaps: 2 threads / 1' 1 "$grundy --threads 2 $file" "$grundy --threads 1 $file"
file=$batches/mixed
times=()
for ((i = 0; i < runs; i++)); do
    times+=("$(milliseconds "$grundy --threads 1 $file")")
done
report '10^6 mixed records: 1 thread / 2 seconds' "$(printf '%s\n' "${times[@]}" | median)" 2000 1
compare '10^6 mixed records: 2 threads / 1' 0.6 "$grundy --threads 2 $file" "$grundy --threads 1 $file"
compare '10^6 mixed records: --check / solving' 1 "$grundy --threads 1 --check $file" "$grundy --threads 1 $file"
million=$(kilobytes "$grundy --threads 2 $file")
report '10^6 mixed records: peak memory, KB / 256 MB' "$million" 262144 1

if [[ ${1:-} == long ]]; then
    whole=$(kilobytes "$grundy --threads 2 < <($make mixed 100000000 5)")
    report '10^8 records through a pipe: peak memory / 10^6' "$whole" "$million" 1.2
fi
