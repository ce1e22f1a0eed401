#!/usr/bin/env bash
# Compiles the solver to WebAssembly, into web/src/solver/. Installs what that needs.
#
# `./build_wasm.sh quick` compiles in less time to slower and larger code, for development.
set -euo pipefail
cd "$(dirname "$0")"
. ./tools.sh

need_node
profile=release
if [ "${1:-}" = quick ]; then profile=quick; fi
target=wasm32-unknown-unknown
build=${CARGO_TARGET_DIR:-target}
out="$build/$target/$profile/grundy_web.wasm"

[ -d node_modules ] || npm ci --silent || cannot "npm cannot install the packages of package-lock.json"
cargo build --locked --quiet -p bindgen
need_wasm_target
# Boards of kings recurse deeply: 16 MB of stack.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128 -C link-arg=-zstack-size=16777216 $WASM_RUSTFLAGS"
"${WASM_CARGO[@]}" build --locked --quiet --profile "$profile" -p grundy-web --target "$target" "${WASM_FLAGS[@]}"
rm -rf src/solver
"$build/debug/bindgen" "$out" src/solver
if [ "$profile" = release ]; then
    # Of npm's binaryen: Debian's is older than what the compiler writes. The lowest memory is the end of the stack.
    node_modules/.bin/wasm-opt -Oz --gufa -Oz --low-memory-unused --strip-debug --strip-producers --enable-simd --enable-bulk-memory \
        --enable-bulk-memory-opt --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
        --enable-multivalue --enable-reference-types \
        src/solver/grundy_web_bg.wasm -o "$build/smaller.wasm"
    mv "$build/smaller.wasm" src/solver/grundy_web_bg.wasm
fi
