#!/usr/bin/env bash
# The engines for boards as processors other than x86-64 run them: built for this processor without
# its vectors, and tested cell by cell. Only the library is built anew.
set -eu
cd "$(dirname "$0")/.."
program=$(cargo rustc --quiet --lib --profile test --message-format json -- --cfg grundy_portable |
    grep -o '"executable":"[^"]*"' | cut -d '"' -f 4)
"$program" --quiet boards::
