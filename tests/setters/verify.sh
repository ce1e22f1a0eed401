#!/usr/bin/env bash
# Two packages of the plans beside this file, looked at by `verifyproblem` of problemtools, which this script
# installs into target/problemtools, once. Without Python or its registry it says so and ends well. It compares
# answers word by word and leaves out the parts of a package that these two lack.
#
#     tests/setters/verify.sh              # builds the program
#     GRUNDY=path/to/grundy tests/setters/verify.sh
#     PROBLEMTOOLS=path/to/environment tests/setters/verify.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
version=1.20260907
home=${PROBLEMTOOLS:-$PWD/target/problemtools}
skip() {
    echo "verify.sh: skipped: $1"
    exit 0
}
command -v python3 > /dev/null || skip "there is no python3"
command -v g++ > /dev/null || skip "there is no g++"
if [ ! -x "$home/bin/verifyproblem" ]; then
    python3 -m venv "$home" > "$home.log" 2>&1 || skip "no virtual environment can be made; see $home.log"
    "$home/bin/pip" install --quiet "problemtools==$version" > "$home.log" 2>&1 ||
        skip "problemtools cannot be installed; see $home.log"
fi
if [ -z "${GRUNDY:-}" ]; then
    # As the tests build it: with other features of its dependencies it would be compiled once more.
    cargo test --quiet --no-run --test goldens
    GRUNDY=$PWD/target/debug/grundy
fi
# The interactor of an interactive problem starts it, too.
GRUNDY=$(realpath "$GRUNDY")
export GRUNDY
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Judges run Python by PyPy; where there is none, by the Python that is there.
mkdir -p "$work/config/problemtools"
if ! command -v pypy3 > /dev/null; then
    printf "python3:\n    name: 'Python 3'\n    priority: 850\n    files: '*.py *.py3'\n    compile: 'python3 -m py_compile {files}'\n    run: 'python3 \"{mainfile}\"'\n" \
        > "$work/config/problemtools/languages.yaml"
fi
export XDG_CONFIG_HOME=$work/config
parts=(config data graders submissions validators)
if command -v pdflatex > /dev/null && kpsewhich ulem.sty > /dev/null && command -v dvisvgm tidy > /dev/null; then
    parts+=(statement)
else
    echo "verify.sh: there is not all of LaTeX, dvisvgm and tidy: statements are not looked at"
fi
for name in kings duel; do
    plan=tests/setters/$name.toml
    "$GRUNDY" package "$plan" --kattis "$work/$name"
    if ! "$home/bin/verifyproblem" "$work/$name" -p "${parts[@]}" > "$work/said" 2>&1 ||
        ! grep -q ' 0 errors, 0 warnings' "$work/said"; then
        cat "$work/said"
        echo "verify.sh: $plan is not accepted"
        exit 1
    fi
    tail -n 1 "$work/said"
done
