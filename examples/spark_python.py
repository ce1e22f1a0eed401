#!/usr/bin/env python3
"""Answer one-line records with the Python package of grundy on Apache Spark.

    grundy flatten records.in > records.txt
    spark-submit examples/spark_python.py records.txt answers

The twin of `spark.py`: it runs no program, the package solves inside the workers, Arrow block by Arrow block
(`mapInPandas`), so workers need `pip install grundy[dataframe]` and nothing else. Reads a file or directory of
one-line records and writes the answers to a directory, one part file a partition, in the order of the records. A
wrong record answers ERROR; a solver that fails fails the job.
"""

import argparse
import sys

import pandas
from pyspark.sql import SparkSession


def solve(blocks):
    """Frames of numbered records into frames of numbered answers."""
    import grundy

    for block in blocks:
        # A record is a line; what each answers is a line, too.
        text = "".join(f"{record}\n" for record in block["record"])
        answers = grundy.Batch(text, threads=1).text().splitlines()
        if len(answers) != len(block):
            raise RuntimeError(f"{len(block)} records have {len(answers)} answers")
        yield pandas.DataFrame({"number": block["number"].to_numpy(), "answer": answers})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", help="file or directory of one-line records")
    parser.add_argument("answers", help="directory to write, which must not exist")
    parser.add_argument("--partitions", type=int, default=8, help="the least number of partitions")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("grundy").getOrCreate()
    try:
        lines = spark.sparkContext.textFile(arguments.records, arguments.partitions)
        numbered = lines.zipWithIndex().map(lambda line: (line[1], line[0]))
        records = spark.createDataFrame(numbered, "number long, record string")
        answers = records.mapInPandas(solve, "number long, answer string")
        in_order = answers.orderBy("number").select("answer")
        in_order.write.text(arguments.answers)
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
