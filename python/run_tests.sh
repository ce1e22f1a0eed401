#!/usr/bin/env bash
# Builds the wheel, installs it in a fresh virtual environment, and tests it there.
#
#     python/run_tests.sh               everything
#     python/run_tests.sh -k signals    only tests whose names contain so; further arguments are pytest's
#     QUICK=1 python/run_tests.sh       with code that compiles sooner and is slower, as CI does
#
# Needs Python 3.9 or later with `venv`, and a Rust toolchain; pip fetches the rest. PYTHON names another
# interpreter. GRUNDY_TESTS=full makes the random tests longer. Tests in a browser need Chromium,
# which root gets from Debian's packages; where there is none, that is skipped and said.
set -eu
cd "$(dirname "$0")"
environment=$PWD/.venv
"${PYTHON:-python3}" -m venv --clear "$environment"
bin=$environment/bin
install() { "$bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
install --requirement requirements-test.txt

browser() { command -v chromium || command -v chromium-browser; }
if ! browser >/dev/null && [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    apt-get install -y --no-install-recommends chromium >/dev/null 2>&1 ||
        { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1 || true
fi
if browser >/dev/null; then
    install --requirement requirements-browser.txt
else
    echo "python: skipped in a browser: there is no Chromium, and it cannot be installed" >&2
fi

rm -rf dist
profile=release
[[ -z ${QUICK:-} ]] || profile=dev
"$bin/maturin" build --profile "$profile" --locked --quiet --out dist
install --no-index --no-deps dist/*.whl
[[ $# -gt 0 ]] && exec "$bin/python" -m pytest "$@"
cargo fmt --check
"$bin/python" -m mypy lib/grundy tests/typed.py
"$bin/python" -m mypy.stubtest grundy --mypy-config-file pyproject.toml --allowlist tests/stubtest-allowlist.txt
exec "$bin/python" -m pytest
