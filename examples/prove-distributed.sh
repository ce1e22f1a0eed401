#!/usr/bin/env bash
# Proves that 10⁵ mixed records get byte for byte the same answers from one process, from shards,
# under GNU parallel, and on an Apache Spark cluster of two workers on this machine, by the program
# and by the Python package.
#
#     examples/prove-distributed.sh
#
# Installs what it needs and does not find: GNU parallel and a Java runtime from the system's
# packages (as root), PySpark from PyPI into a folder of its own under target/.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
grundy=$PWD/target/release/grundy
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

install() { # install COMMAND PACKAGE
    command -v "$1" >/dev/null && return
    apt-get update -qq
    apt-get install -y -qq "$2" >/dev/null
}
install parallel parallel
install java default-jre-headless
install python3 python3
pyspark=$PWD/target/pyspark
if [[ ! -d $pyspark/venv ]]; then
    python3 -m venv "$pyspark/venv"
    "$pyspark/venv/bin/pip" install --quiet pyspark
fi
"$pyspark/venv/bin/pip" install --quiet './python[dataframe]'

# status COMMAND…: runs it; a wrong record is no failure here.
status() {
    local code=0
    "$@" || code=$?
    ((code <= 1))
}

echo "generating 100000 mixed records"
{
    "$grundy" generate nim --heaps 5 --max 1000000 --count 30000 --seed 1
    "$grundy" generate subtraction --heaps 3 --max 1000000000 --count 15000 --seed 2 --label
    "$grundy" generate octal --heaps 2 --max 200 --count 5000 --seed 3
    "$grundy" generate flags --max 1000000 --count 10000 --seed 4
    "$grundy" generate rocks --max 30 --count 9000 --seed 5
    "$grundy" generate king 6x7 --damage 20% --pieces 4 --count 10000 --seed 6
    "$grundy" generate rook 5x5 --damage 10% --pieces 3 --count 5000 --seed 7
    "$grundy" generate factor 30 --moves 4 --count 10000 --seed 8
    "$grundy" generate graph 8 --edges 12 --count 5000 --seed 9
    for wrong in {1..1000}; do echo "nim: $wrong x"; done
} >"$work/records.in"
"$grundy" flatten "$work/records.in" | shuf --random-source=<(yes) >"$work/records.txt"
wc -l <"$work/records.txt"

status "$grundy" "$work/records.txt" >"$work/one.out" 2>/dev/null

# same NAME FILE…: whether the files in order are the answers of one process.
same() {
    local name=$1
    shift
    cat "$@" | cmp - "$work/one.out"
    echo "same: $name"
}

for shard in 1 2 3 4 5; do
    status "$grundy" --shard "$shard/5" "$work/records.txt" >"$work/shard.$shard" 2>/dev/null
done
same "five shards in order" "$work"/shard.{1,2,3,4,5}

# GNU parallel counts jobs that end with another status than 0, so wrong records are let pass.
parallel --pipe --keep-order --block 1M "$grundy --threads 1 2>/dev/null; [ \$? -le 1 ]" \
    <"$work/records.txt" >"$work/parallel.out"
same "GNU parallel" "$work/parallel.out"

export PYSPARK_PYTHON=$pyspark/venv/bin/python SPARK_LOCAL_IP=127.0.0.1
"$pyspark/venv/bin/spark-submit" --master 'local-cluster[2,1,1024]' \
    --conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 \
    examples/spark.py --grundy "$grundy" "file://$work/records.txt" "file://$work/spark" 2>"$work/spark.log" ||
    { tail -n 40 "$work/spark.log"; exit 1; }
same "Apache Spark, two workers" "$work"/spark/part-*

"$pyspark/venv/bin/spark-submit" --master 'local-cluster[2,1,1024]' \
    --conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 \
    examples/spark_python.py "file://$work/records.txt" "file://$work/spark_python" 2>"$work/spark.log" ||
    { tail -n 40 "$work/spark.log"; exit 1; }
same "Apache Spark, the Python package in two workers" "$work"/spark_python/part-*

# A process that fails must fail the job.
if "$pyspark/venv/bin/spark-submit" --master 'local[2]' --conf spark.ui.enabled=false \
    examples/spark.py --grundy /bin/false-or-missing "file://$work/records.txt" "file://$work/failed" \
    >/dev/null 2>&1; then
    echo "a failing process went unnoticed"
    exit 1
fi
echo "same: a failing process fails the job"
