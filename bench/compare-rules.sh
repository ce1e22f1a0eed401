#!/usr/bin/env bash
# User-defined rules beside the program that a contestant writes (bench/rules_peer.cpp): one thread,
# processor seconds of the whole run, and whether the last values agree. Needs a C++ compiler. `large` adds
# sizes at which that program takes minutes.
#
#     bench/compare-rules.sh [--level LEVEL,…] [large] [GRUNDY]
set -euo pipefail
cd "$(dirname "$0")/.."
. bench/timing.sh
large=''
if [[ ${1:-} == large ]]; then
    large=yes
    shift
fi
program=${1:-$grundy}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${CXX:-c++}" -O2 -o "$folder/peer" bench/rules_peer.cpp

compare() {
    local name=$1 size=$2 numbers=$3 rule=$4 positions=''
    local i theirs ours from=$((size > 20 ? size - 20 : 0))
    for ((i = from; i <= size; i++)); do
        case $numbers in
        1) positions+=" $i" ;;
        2) positions+=" $i,$size" ;;
        3) positions=" $size,$size,$size" ;;
        4) positions=" $size,$size,$size,1" ;;
        esac
    done
    theirs=$("$folder/peer" "$name" "$size" 2>&1 >"$folder/theirs")
    TIMEFORMAT='%U %S'
    ours=$({ time echo "rules $rule :$positions ? values" | "$program" --threads 1 --max-memory 8G >"$folder/ours"; } 2>&1 |
        awk '{ print $1 + $2 }')
    local agrees=agree
    cmp -s "$folder/theirs" "$folder/ours" || agrees=DIFFER
    awk -v n="$name" -v s="$size" -v a="$theirs" -v b="$ours" -v c="$agrees" \
        'BEGIN { printf "%-14s %10d  C++ %8.3f s  grundy %8.3f s  ratio %7.3f  values %s\n", n, s, a, b, (a > 0 ? b / a : 0), c }'
}

compare mark 100000000 1 '[n] -> [n-1] | [n/2] if n > 0'
compare squares 1000000 1 '[n] -> [n-k*k] for k in 1..sqrt(n)'
compare divisors 1000000 1 '[n] -> [n-d] for d in divisors(n) if d < n'
compare kayles 100000 1 '[n] -> [i]+[n-k-i] for k in 1..2, i in 0..n-k'
wythoff='[a,b] -> [a-k,b] for k in 1..a | [a,b-k] for k in 1..b | [a-k,b-k] for k in 1..min(a,b)'
fibonacci='[n,m] -> [n-k,min(2*k,n-k)] for k in 1..min(n,m)'
pass='[a,b,c,p] -> [a-k,b,c,p] for k in 1..a | [a,b-k,c,p] for k in 1..b | [a,b,c-k,p] for k in 1..c | [a,b,c,0] if p == 1 and a+b+c > 0'
compare wythoff 1000 2 "$wythoff"
compare euclid 2000 2 '[a,b] -> [a-k*b,b] for k in 1..a/b | [a,b-k*a] for k in 1..b/a'
compare fibonacci-nim 1000 2 "$fibonacci"
compare chomp 199 3 '[a,b,c] -> [i,min(b,i),min(c,i)] for i in 1..a-1 | [a,i,min(c,i)] for i in 0..b-1 | [a,b,i] for i in 0..c-1 ; legal if a >= b >= c'
compare turtles 1048575 1 '[s] -> [s ^ 1<<i] for i in bits(s) | [s ^ 1<<i ^ 1<<j] for i in bits(s), j in 0..i-1'
compare pass 99 4 "$pass"
compare common-bits 20000 1 '[n] -> [n-k] for k in 1..n if (n & k) != 0'
if [[ -n $large ]]; then
    compare pass 299 4 "$pass"
    compare wythoff 5000 2 "$wythoff"
    compare fibonacci-nim 5000 2 "$fibonacci"
fi
