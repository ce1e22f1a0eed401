#!/usr/bin/env python3
"""Answer one-line records with grundy on Apache Spark.

    grundy flatten records.in > records.txt
    spark-submit examples/spark.py --grundy target/release/grundy records.txt answers

Reads a file or directory of one-line records (`grundy flatten` makes them of any batch), pipes each
partition through the binary, and writes the answers to a directory, one part file a partition, in
the order of the records. Every record travels with its number as label and is brought back by it;
a label of its own is put back. A partition whose process fails fails the job; records that are
wrong do not, they answer ERROR.
"""

import argparse
import shlex
import sys

from pyspark.sql import SparkSession


def label_of(line):
    """The label of a record with its `@`, or nothing, and the rest of the record."""
    if line.startswith("@"):
        label, _, rest = line.partition(" ")
        return label, rest
    return "", line


def number_of(answer):
    """The number of a record and its answer, from `@number answer`."""
    label, _, rest = answer.partition(" ")
    return int(label[1:]), rest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", help="file or directory of one-line records")
    parser.add_argument("answers", help="directory to write, which must not exist")
    parser.add_argument("--grundy", default="grundy", help="the binary, at the same path on every worker")
    parser.add_argument("--partitions", type=int, default=8, help="the least number of partitions")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("grundy").getOrCreate()
    try:
        lines = spark.sparkContext.textFile(arguments.records, arguments.partitions)
        numbered = lines.zipWithIndex().cache()
        records = numbered.map(lambda line: f"@{line[1]} {label_of(line[0])[1]}")
        # Status 1 says that some record was wrong, which its answer says as well; any other status
        # is a process that failed. Spark runs no shell, so one is asked for.
        solve = f"{shlex.quote(arguments.grundy)} --threads 1; status=$?; [ $status -le 1 ]"
        answers = records.pipe(f"sh -c {shlex.quote(solve)}", checkCode=True).map(number_of)
        labels = numbered.map(lambda line: (line[1], label_of(line[0])[0]))
        in_order = labels.leftOuterJoin(answers).sortByKey()

        def finish(pair):
            number, (label, answer) = pair
            if answer is None:
                raise RuntimeError(f"record {number} has no answer")
            return f"{label} {answer}" if label else answer

        in_order.map(finish).saveAsTextFile(arguments.answers)
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
