#!/usr/bin/env bash
# Batches of records: nim against `wc -l` and against split and parse, mixed rule sets on one and two
# threads, memory.
#
#     bench/compare-batch.sh          everything but the last
#     bench/compare-batch.sh long     also 10^8 mixed records through a pipe, made on the fly (some minutes)
#
# Batches are seeded, made in $BATCHES (default /tmp/grundy-batches) and kept there. Every figure is
# the median of $RUNS runs (default 9) of whole processes, the programs of a line taking turns; the
# page cache is warm. Ratios are of those medians. `--level avx2` first shows processors without 512-bit
# vectors, `--level avx2,portable,words` all of them in turns.
set -eu
cd "$(dirname "$0")/.."
in_turns=yes
. bench/timing.sh

batches=${BATCHES:-/tmp/grundy-batches}
runs=${RUNS:-9}
mkdir -p "$batches"
build make_batch split_parse
make=$tools/make_batch split=$tools/split_parse

# batch NAME ARGUMENTS…: makes a batch once.
batch() {
    once "$batches/$1" "$make" "${@:2}"
}

batch nim64 nim64 1000000 1
batch nim1000 nim1000 1000000 2
batch mixed mixed 1000000 3

heading
for kind in nim64 nim1000; do
    file=$batches/$kind
    compare "$kind: 1 thread / wc -l" 4 "$grundy --threads 1 $file" "wc -l $file"
    compare "$kind: 2 threads / wc -l" 2.5 "$grundy --threads 2 $file" "wc -l $file"
    compare "$kind: 1 thread / split and parse" 0.25 "$grundy --threads 1 $file" "$split $file"
    compare "$kind: --check / solving" 1 "$grundy --threads 1 --check $file" "$grundy --threads 1 $file"
done
file=$batches/mixed
beside '10^6 mixed records: 1 thread / 2 seconds' 1 2000 "$grundy --threads 1 $file"
compare '10^6 mixed records: 2 threads / 1' 0.6 "$grundy --threads 2 $file" "$grundy --threads 1 $file"
compare '10^6 mixed records: --check / solving' 1 "$grundy --threads 1 --check $file" "$grundy --threads 1 $file"
million=$(kilobytes "$grundy --threads 2 $file")
report '10^6 mixed records: peak memory, KB / 256 MB' 1 "$million" 262144

if [[ ${1:-} == long ]]; then
    whole=$(kilobytes "$grundy --threads 2 < <($make mixed 100000000 5)")
    report '10^8 records through a pipe: peak memory / 10^6' 1.2 "$whole" "$million"
fi
