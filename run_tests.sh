#!/usr/bin/env bash
# Runs every golden with the program, prints how long each takes, then runs all other tests.
#
#     ./run_tests.sh                        everything
#     ./run_tests.sh goldens                only inputs/ against expected/, the long ones too
#     ./run_tests.sh goldens king bad/rows  … only files whose names contain so
#     ./run_tests.sh --release …            goldens and times of the optimised program
#
# `cargo test` runs the same tests. GRUNDY_TESTS=full makes the longest ones as large as they can
# usefully be.
set -u
cd "$(dirname "$0")" || exit 2

if [[ ${1-} == --release ]]; then
    shift
    cargo build --release --quiet || exit 2
    export GRUNDY_PROGRAM=${CARGO_TARGET_DIR:-$PWD/target}/release/grundy
fi
only=${1-}
[[ $# -gt 0 ]] && shift

# What the compiler notes for the next time costs a sixth; who builds with cargo has begun to keep it.
compgen -G "${CARGO_TARGET_DIR:-target}/debug/incremental/*" > /dev/null || export CARGO_INCREMENTAL=0

status=0
if [[ $only == goldens ]]; then
    [[ $# == 0 ]] && set -- ''
    for name in "$@"; do
        GRUNDY_TESTS=full GRUNDY_TIMES=1 cargo test --quiet --test goldens -- --quiet ${name:+"$name"} || status=1
    done
    exit $status
fi
# The packages together: each by itself would be compiled with other features of its dependencies.
packages=(--workspace --exclude grundy-bench)
cargo test --quiet "${packages[@]}" --lib --tests --no-run || exit 2
GRUNDY_TIMES=1 cargo test --quiet "${packages[@]}" --test goldens -- --quiet || status=1
cargo test --quiet "${packages[@]}" --lib --test all || status=1
cargo test --quiet "${packages[@]}" --doc || status=1
exit $status
