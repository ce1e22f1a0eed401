#!/usr/bin/env bash
# The engines for boards as processors other than x86-64 run them: built for this processor without
# its vectors, and tested cell by cell.
set -eu
cd "$(dirname "$0")/.."
RUSTFLAGS="--cfg grundy_portable" cargo test --quiet --package grundy-grids --test grids \
    --target-dir "${CARGO_TARGET_DIR:-target}/portable"
