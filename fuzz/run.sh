#!/usr/bin/env bash
# Runs every fuzz target for a while and prints its executions and coverage.
#
#     fuzz/run.sh                 a minute each
#     fuzz/run.sh 600             ten minutes each
#     fuzz/run.sh 600 bytes       one of them
#
# Needs a nightly toolchain (address sanitizer and coverage counters); installs cargo-fuzz from
# crates.io when it is missing. Inputs on which a target fails are kept under fuzz/artifacts; the inputs
# that reach new code stay in fuzz/corpus for the next run.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[[ $# -gt 0 ]] && shift
targets=("$@")
[[ $# -eq 0 ]] && targets=(bytes records certificates boards rules)
cargo +nightly fuzz --version >/dev/null 2>&1 || cargo install --locked cargo-fuzz

# Raw bytes start from the inputs of the goldens; the other targets spell words from their bytes.
mkdir -p fuzz/corpus/bytes
find inputs -name '*.in' -size -8k | while read -r file; do
    cp "$file" "fuzz/corpus/bytes/$(basename "$(dirname "$file")")-$(basename "$file")"
done

# Committed seeds: what is worth trying again at every run. `tests/fuzz/mod.rs` runs them, too.
for target in "${targets[@]}"; do
    mkdir -p "fuzz/corpus/$target"
    cp "fuzz/seeds/$target/"* "fuzz/corpus/$target/"
done

status=0
for target in "${targets[@]}"; do
    log=$(mktemp)
    cargo +nightly fuzz run "$target" -- -max_total_time="$seconds" -timeout=30 -rss_limit_mb=2048 \
        -max_len=600 -print_final_stats=1 >"$log" 2>&1 || status=1
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    coverage=$(grep -oE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$log" | tail -1)
    printf '%-14s %10s executions   %s\n' "$target" "${runs:-?}" "$coverage"
    grep -E '^(SUMMARY|thread .* panicked|artifact_prefix)|assertion' "$log" || true
    rm -f "$log"
done
exit $status
