#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh virtual environment, and tests it there.
#
#     python/run_tests.sh               everything
#     python/run_tests.sh -k signals    only tests whose names contain so; further arguments are pytest's
#
# Needs Python 3.9 or later with `venv`, and a Rust toolchain; pip fetches the rest. PYTHON names another
# interpreter. GRUNDY_TESTS=full makes the random tests longer.
set -eu
cd "$(dirname "$0")"
environment=$PWD/.venv
"${PYTHON:-python3}" -m venv --clear "$environment"
bin=$environment/bin
"$bin/python" -m pip install --quiet --disable-pip-version-check --requirement requirements-test.txt
rm -rf dist
"$bin/maturin" build --release --quiet --out dist
"$bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps dist/*.whl
[[ $# -gt 0 ]] && exec "$bin/python" -m pytest "$@"
"$bin/python" -m mypy tests/typed.py
"$bin/python" -m mypy.stubtest grundy --ignore-disjoint-bases
exec "$bin/python" -m pytest
