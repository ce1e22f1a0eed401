#!/usr/bin/env bash
# Builds the page and tests it in headless Chromium. Installs what that needs; where it cannot, it says why and
# leaves with 77.
#
#     web/run_tests.sh              all tests
#     web/run_tests.sh goldens      those of tests/goldens.test.mjs
#     CHROMIUM=/usr/bin/google-chrome web/run_tests.sh      in another browser of that kind
#     QUICK=1 web/run_tests.sh      with code that compiles sooner and is larger, for development; sizes and
#                                   speeds are not tested then
set -euo pipefail
cd "$(dirname "$0")"
. ./tools.sh

need_node
[ -n "${CHROMIUM:-}" ] || need chromium chromium
if ! [ -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    npm ci --silent || cannot "npm cannot install the packages of package-lock.json"
fi
if [ -n "${QUICK:-}" ]; then ./build_wasm.sh quick; else ./build_wasm.sh; fi
npm run --silent build
(cd wasm && cargo fmt --check)

tests=(tests/*.test.mjs)
if [ -n "${QUICK:-}" ]; then tests=("${tests[@]/*speed*/}") && tests=(${tests[@]}); fi
if [ $# -gt 0 ]; then tests=("${@/%/.test.mjs}") && tests=("${tests[@]/#/tests/}"); fi
node --test --test-reporter=spec --test-concurrency=2 "${tests[@]}"
