#!/bin/sh
# The octal games 0.abcd (d not 0) whose period is proved within some work, as a table:
#
#     bench/octal-atlas.sh DIRECTORY [STEPS] > docs/octal-atlas.csv
#
# Sequences are kept in the directory, so a second run goes on with the games that are not settled, each by
# STEPS more. Every period is held to the reference, which says how many it could check.
set -eu
directory=${1:?a directory for the sequences}
steps=${2:-268435456}
grundy=${GRUNDY:-target/release/grundy}
mkdir -p "$directory"

for a in 0 1 2 3 4 5 6 7; do for b in 0 1 2 3 4 5 6 7; do for c in 0 1 2 3 4 5 6 7; do
    for d in 1 2 3 4 5 6 7; do echo "octal 0.$a$b$c$d ? period"; done
done; done; done > "$directory/games"

"$grundy" --save "$directory/sequences" --max-work "$steps" "$directory/games" \
    > "$directory/periods" 2> "$directory/notes"
paste -d '|' "$directory/games" "$directory/periods" | sed -n '/|-$/!s/|.*//p' > "$directory/settled"
# Kept sequences are proved already: this writes the certificates.
"$grundy" --save "$directory/sequences" --certify "$directory/certificates" "$directory/settled" > "$directory/answers"
"$grundy" verify "$directory/settled" "$directory/answers" "$directory/certificates" >&2

echo "code,preperiod,period,last_exception"
sed 's/octal //; s/ ?.*//' "$directory/settled" | paste -d ' ' - "$directory/answers" |
    awk '{ print $1 "," $2 "," $3 "," ($2 > 0 ? $2 - 1 : "") }'
