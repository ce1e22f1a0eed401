#!/usr/bin/env bash
# The tests of the crates and the goldens under the address sanitizer: every `unsafe` block at every
# instruction level of this machine.
#
#     tests/sanitize.sh
#
# Needs a nightly toolchain. Takes some minutes, so it is not part of ./run_tests.sh.
set -eu
cd "$(dirname "$0")/.."
export RUSTFLAGS='-Zsanitizer=address -Cforce-frame-pointers=yes' ASAN_OPTIONS=detect_leaks=0
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/sanitize}
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
cargo +nightly test --quiet --lib --target "$host"
cargo +nightly test --quiet --workspace --exclude grundy --exclude grundy-bench --tests --target "$host"
cargo +nightly build --quiet --target "$host"
grundy=$CARGO_TARGET_DIR/$host/debug/grundy
said=$(mktemp)
status=0
for level in avx2 portable words; do
    count=0
    while read -r input; do
        expected=expected/${input#inputs/}
        GRUNDY_SIMD=$level "$grundy" <"$input" 2>"$said" | cmp - "${expected%.in}.out" || status=1
        if grep -A20 AddressSanitizer "$said"; then status=1; fi
        count=$((count + 1))
    done < <(find inputs -name '*.in' -not -path '*/play/*' -size -64k | sort)
    echo "$level: $count inputs"
done
exit $status
