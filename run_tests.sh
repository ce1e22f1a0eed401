#!/usr/bin/env bash
# Runs every golden, then the Rust tests.
#
#     ./run_tests.sh             everything
#     ./run_tests.sh goldens     only inputs/ against expected/
#     ./run_tests.sh goldens king bad/rows   … only files whose names begin so
#
# inputs/NAME.in must answer expected/NAME.out with exit status 0, at one thread and at the
# machine's. inputs/bad/NAME.in must answer expected/bad/NAME.out with exit status 1 and say
# expected/bad/NAME.err on standard error. inputs/play/NAME.in is a record and the moves typed after
# it, and expected/play/NAME.out what `grundy play -` prints.
set -u
cd "$(dirname "$0")" || exit 2

cargo build --release --quiet || exit 2
grundy=${CARGO_TARGET_DIR:-$PWD/target}/release/grundy
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# solve NAME STATUS [OPTION…]: whether grundy answers NAME as expected; `spent` is the time.
solve() {
    local name=$1 status=$2 begin end got=0 ok=0
    shift 2
    begin=${EPOCHREALTIME/[.,]/}
    "$grundy" "$@" <"inputs/$name.in" >"$scratch/out" 2>"$scratch/err" || got=$?
    end=${EPOCHREALTIME/[.,]/}
    spent=$(printf '%d.%03d' $(((end - begin) / 1000)) $(((end - begin) % 1000)))
    if ! cmp -s "expected/$name.out" "$scratch/out"; then
        diff -u --label "expected/$name.out" "expected/$name.out" --label "grundy $*" "$scratch/out"
        ok=1
    fi
    if [[ -f expected/$name.err ]] && ! cmp -s "expected/$name.err" "$scratch/err"; then
        diff -u --label "expected/$name.err" "expected/$name.err" --label "grundy $* (standard error)" "$scratch/err"
        ok=1
    fi
    if ((got != status)); then
        echo "$name: exit status $got, not $status"
        sed 's/^/    /' "$scratch/err"
        ok=1
    fi
    return $ok
}

golden() {
    local name=$1 status=0 ok=1 sequential
    [[ $name == bad/* ]] && status=1
    if [[ $name == play/* ]]; then
        solve "$name" $status play - || ok=0
        sequential=$spent
    else
        solve "$name" $status --threads 1 || ok=0
        sequential=$spent
        solve "$name" $status || ok=0
    fi
    if ((ok)); then
        passed=$((passed + 1))
        printf 'ok    %-40s %10s ms %10s ms\n' "$name" "$sequential" "$spent"
    else
        failed=$((failed + 1))
        printf 'FAIL  %-40s %10s ms %10s ms\n' "$name" "$sequential" "$spent"
    fi
}

wanted() {
    (($# == 1)) && return 0
    local name=$1 prefix
    shift
    for prefix; do [[ $name == "$prefix"* ]] && return 0; done
    return 1
}

only=${1-}
[[ $# -gt 0 ]] && shift
printf '      %-40s %13s %13s\n' '' 'one thread' 'all threads'
while IFS= read -r -d '' file; do
    name=${file#inputs/}
    name=${name%.in}
    wanted "$name" "$@" && golden "$name"
done < <(find inputs -name '*.in' -print0 | sort -z)
echo
echo "$passed passed, $failed failed"

status=$((failed > 0))
if [[ $only != goldens ]]; then
    cargo test --quiet || status=1
fi
exit $status
