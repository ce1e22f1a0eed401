# Shared by the comparisons, which source it from the project's folder. Times are of whole processes;
# $runs says how many are made of each. $GRUNDY names another program to measure.
#
# Every comparison takes `--level avx2`, or several levels: `--level avx2,portable,words`. Scripts that say
# `in_turns=yes` measure the levels in turns and print them one below the other; the others print a table for each.
export LC_ALL=C
levels=()
if [[ ${1:-} == --level ]]; then
    IFS=, read -ra levels <<<"${2:?which level? avx2, portable or words}"
    shift 2
    if [[ -z ${in_turns:-} && ${#levels[@]} -gt 1 ]]; then
        for level in "${levels[@]}"; do
            echo "level $level"
            "$PWD/bench/${0##*/}" --level "$level" "$@"
        done
        exit
    fi
    [[ ${#levels[@]} -gt 1 ]] || export GRUNDY_SIMD=${levels[0]}
fi
grundy=${GRUNDY:-$PWD/target/release/grundy}
tools=$PWD/target/release

# build TOOL…: the program, unless another is measured, and these programs of the benchmarks.
build() {
    [[ -n ${GRUNDY:-} ]] || cargo build --release --quiet --bin grundy
    [[ $# -eq 0 ]] || cargo build --release --quiet --package grundy-bench "${@/#/--bin=}"
}

# once FILE COMMAND…: makes a file of what the command writes, unless it is there.
once() {
    local file=$1
    shift
    if [[ ! -s $file ]]; then
        "$@" >"$file.part"
        mv "$file.part" "$file"
    fi
}

# milliseconds COMMAND: the time of one run on the clock.
milliseconds() {
    local begin=${EPOCHREALTIME/[.,]/} end
    eval "$1" >/dev/null
    end=${EPOCHREALTIME/[.,]/}
    echo $((end - begin)) | awk '{ printf "%.2f\n", $1 / 1000 }'
}

# least FILE COMMAND…: the seconds of the shortest of three runs on the clock; their answer is left in the file.
least() {
    local file=$1 best='' begin end
    shift
    for _ in 1 2 3; do
        begin=${EPOCHREALTIME/[.,]/}
        "$@" >"$file"
        end=${EPOCHREALTIME/[.,]/}
        [[ -n $best && $((end - begin)) -ge $best ]] || best=$((end - begin))
    done
    awk "BEGIN { printf \"%.3f\", $best / 1e6 }"
}

# median: that of the numbers on standard input, one a line.
median() {
    sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }'
}

# kilobytes COMMAND: the most memory of its last process.
kilobytes() {
    bash -c "/usr/bin/time -f %M $1" 2>&1 >/dev/null | tail -1
}

# run COMMAND…: medians of seconds on the clock, processor seconds and megabytes; nothing where it fails.
run() {
    local i figures all=()
    for ((i = 0; i < runs; i++)); do
        figures=$(/usr/bin/time -q -f '%e %U %S %M' "$@" 2>&1 >/dev/null) || {
            echo "$*: $figures" >&2
            return 1
        }
        all+=("$(tail -1 <<<"$figures")")
    done
    printf '%s\n' "${all[@]}" | sort -n | awk '
        { clock[NR] = $1; processor[NR] = $2 + $3; memory[NR] = $4 }
        END { m = int((NR + 1) / 2); printf "%.3f %.3f %.1f\n", clock[m], processor[m], memory[m] / 1024 }'
}

heading() {
    printf '%-58s %9s %9s %7s\n' "$(uname -m), $(nproc) processors, medians of $runs" 'ours ms' 'theirs' 'ratio'
}

# report TITLE AT_MOST OURS THEIRS: a line of the table; AT_MOST is - where nothing is asked.
report() {
    awk -v title="$1" -v most="$2" -v ours="$3" -v theirs="$4" 'BEGIN {
        ratio = ours / theirs
        printf "%-58s %9.1f %9.1f %7.3f  at most %-6s %s\n", title, ours, theirs, ratio, most,
            most == "-" ? "" : ratio <= most ? "yes" : "NO"
    }'
}

# compare TITLE AT_MOST OURS THEIRS: medians of two commands that take turns. One that fails ends it all. Of several
# levels each has a line.
compare() {
    if [[ ${#levels[@]} -gt 1 ]]; then
        compare_levels "$@"
        return
    fi
    local ours=$3 theirs=$4 i
    local a=() b=()
    eval "$ours" >/dev/null
    eval "$theirs" >/dev/null
    for ((i = 0; i < runs; i++)); do
        a+=("$(milliseconds "$ours")")
        b+=("$(milliseconds "$theirs")")
    done
    report "$1" "$2" "$(printf '%s\n' "${a[@]}" | median)" "$(printf '%s\n' "${b[@]}" | median)"
}

# medians NUMBERS: the median of numbers with blanks between.
medians() {
    tr -s ' ' '\n' <<<"$1" | grep . | median
}

# beside TITLE AT_MOST MILLISECONDS COMMAND: medians of a command beside a time, for each level.
beside() {
    local level times
    for level in "${levels[@]:-${GRUNDY_SIMD:-}}"; do
        times=''
        for ((i = 0; i < runs; i++)); do
            times+="$(GRUNDY_SIMD=$level milliseconds "$4") "
        done
        report "$1${level:+, $level}" "$2" "$(medians "$times")" "$3"
    done
}

# compare_levels: as compare, the levels taking turns, too.
compare_levels() {
    local title=$1 most=$2 ours=$3 theirs=$4 i level
    local -A a=() b=()
    for ((i = 0; i <= runs; i++)); do
        for level in "${levels[@]}"; do
            export GRUNDY_SIMD=$level
            # The first turn warms up and is forgotten.
            ((i > 1)) || a[$level]='' b[$level]=''
            a[$level]+="$(milliseconds "$ours") "
            b[$level]+="$(milliseconds "$theirs") "
        done
    done
    unset GRUNDY_SIMD
    for level in "${levels[@]}"; do
        report "$title, $level" "$most" "$(medians "${a[$level]}")" "$(medians "${b[$level]}")"
    done
}
