#!/usr/bin/env bash
# Runs every golden with the program, prints how long each takes, then runs all other tests.
#
#     ./run_tests.sh                        everything
#     ./run_tests.sh goldens                only inputs/ against expected/
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

status=0
if [[ $only == goldens ]]; then
    [[ $# == 0 ]] && set -- ''
    for name in "$@"; do
        GRUNDY_TIMES=1 cargo test --quiet --test goldens -- --quiet ${name:+"$name"} || status=1
    done
    exit $status
fi
cargo build --quiet --bins --lib --tests || exit 2
GRUNDY_TIMES=1 cargo test --quiet --test goldens -- --quiet || status=1
cargo test --quiet --lib --bins --test all || status=1
cargo test --quiet --package grundy-record --package grundy-checker || status=1
cargo test --quiet --doc || status=1
exit $status
