#!/usr/bin/env bash
# Runs all tests and prints the ten slowest, or runs one subject.
#
#     ./run_tests.sh                        everything, optimised: it shares the build of `cargo run --release`
#     ./run_tests.sh --checked …            with overflow checks and debug assertions, as CI does
#     ./run_tests.sh SUBJECT                one subject: a folder of tests/, such as language, games, boards, batch, cli,
#                                           documents, proofs, setters, study or fuzz; or python, or web
#     ./run_tests.sh SUBJECT NAME …         only its tests whose names begin so: ./run_tests.sh games random
#     ./run_tests.sh game GAME              all that is told of one game: its goldens by the reference and by the program, random
#                                           records, its rule, its pages, and what is asked of every game; UPDATE=1 before it
#                                           writes the goldens, also those of inputs/bad, and the pages
#     ./run_tests.sh ask ASK                likewise of one ask, whose golden is inputs/ASK.in, and the messages that list asks
#     ./run_tests.sh reference NAME …       the reference against the goldens whose names contain one of the words
#     ./run_tests.sh duel GAME …            the program against the reference, on random records of these games
#     ./run_tests.sh goldens                only inputs/ against expected/, the long ones too
#     ./run_tests.sh goldens king bad/rows  … only those whose names contain one of the words
#
# GRUNDY_TESTS=full makes the longest tests as large as they can usefully be.
set -u
cd "$(dirname "$0")" || exit 2

profile=(--release)
if [[ ${1-} == --checked ]]; then
    shift
    profile=()
fi
only=${1-}
[[ $# -gt 0 ]] && shift

# Incremental compilation costs a sixth of the time; a developer who builds with cargo has begun to use it.
compgen -G "${CARGO_TARGET_DIR:-target}/debug/incremental/*" >/dev/null || export CARGO_INCREMENTAL=0

status=0
if [[ $only == goldens ]]; then
    [[ $# == 0 ]] && set -- ''
    for name in "$@"; do
        GRUNDY_TESTS=full GRUNDY_TIMES=1 cargo test "${profile[@]}" --quiet --test goldens -- --quiet ${name:+"$name"} || status=1
    done
    exit $status
fi
if [[ $only == reference || $only == game || $only == ask ]]; then
    for name in "$@"; do
        if ! compgen -G "inputs/*$name*.in" >/dev/null && ! compgen -G "inputs/*/*$name*.in" >/dev/null; then
            echo "run_tests.sh: no file of inputs/ has $name in its name" >&2
            exit 2
        fi
    done
    export GRUNDY_GOLDENS="$*"
    tests=(proofs::golden_answers::the_reference)
    # Goldens are written before anything looks at them.
    [[ -z ${UPDATE-} ]] || cargo test "${profile[@]}" --quiet --test all -- "${tests[@]}" || exit 1
    if [[ $only == game ]]; then
        export GRUNDY_CAMPAIGN_GAMES=$1
        # What a test asks of every game stands in its name.
        tests+=(every_game games::random games::definitions games::new_game language::obeyed documents)
    fi
    if [[ $only == ask ]]; then
        export GRUNDY_CAMPAIGN_ASK=$1
        tests+=(games::random::every_ask language::asks games::new_game documents)
    fi
    cargo test "${profile[@]}" --quiet --test all -- "${tests[@]}" || exit 1
    [[ $only == reference ]] && exit 0
    # Messages list the asks.
    [[ $only == ask ]] && set -- "$1" bad/
    for name in "$@"; do
        cargo test "${profile[@]}" --quiet --test goldens -- --quiet "$name" || status=1
    done
    exit $status
fi
if [[ $only == duel ]]; then
    [[ $# -gt 0 ]] && export GRUNDY_CAMPAIGN_GAMES=$(IFS=,; echo "$*")
    exec cargo test "${profile[@]}" --quiet --test all -- games::random::every_game
fi
if [[ $only == python || $only == web ]]; then
    exec "./$only/run_tests.sh"
fi
if [[ -n $only ]]; then
    if [[ ! -f tests/$only/mod.rs || $only == tools ]]; then
        subjects=$(printf '%s\n' tests/*/mod.rs | cut -d/ -f2 | grep -v tools | tr '\n' ' ')
        echo "run_tests.sh: no subject is called $only; there are: ${subjects}game ask reference duel goldens python web" >&2
        exit 2
    fi
    [[ $# == 0 ]] && set -- ''
    exec cargo test "${profile[@]}" --quiet --test all -- "${@/#/$only::}"
fi

# All packages together: each by itself would be compiled with other features of its dependencies. `--tests` leaves out
# libraries and programs that say `test = false`, and `--lib --bins` would not.
packages=(--workspace --exclude grundy-bench)
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
export reports
cargo test "${profile[@]}" "${packages[@]}" --tests --no-run 2>&1 | tee "$reports/programs" | grep -v Executable
[[ ${PIPESTATUS[0]} == 0 ]] || exit 2
GRUNDY_TIMES=1 cargo test "${profile[@]}" --quiet --test goldens -- --quiet || status=1

# Runs one program of tests, and says how it ended; of one that fails, all that it says.
run_program() {
    local report=$reports/${1##*/}.times
    # The harness measures its tests only with this variable, which must not reach cargo: it would build anew.
    RUSTC_BOOTSTRAP=1 "$1" -Z unstable-options --report-time >"$report" 2>&1
    local status=$?
    [[ $status == 0 ]] || cat "$report"
    printf '%s\n%s\n' "$1" "$(grep '^test result' "$report")"
    return $status
}
export -f run_program
# As many at a time as there are processors: in many a program one test takes longest.
sed -n 's/^ *Executable .*(\(.*\))$/\1/p' "$reports/programs" | grep -v goldens- |
    xargs -P "$(getconf _NPROCESSORS_ONLN)" -I PROGRAM bash -c 'run_program PROGRAM' || status=1
cargo test "${profile[@]}" "${packages[@]}" --quiet --doc || status=1
echo 'The slowest tests, in seconds:'
sed -n 's/^test \(.*\) \.\.\. ok <\(.*\)s>$/\2 \1/p' "$reports"/*.times | sort -rn | head -10
exit $status
