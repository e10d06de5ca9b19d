#!/usr/bin/env bash
# Runs a command as a part of make release-check: part.sh NAME COMMAND...
# release/NAME.txt keeps what it prints; release/summary.txt says what passed or failed at which commit, and how
# long and how much CPU time it took. A part that has passed at this commit, without changes to it, is not run again.
set -uo pipefail
cd "$(dirname "$0")/../.."
name=$1 commit=$(git rev-parse --short HEAD)
shift
[ -z "$(git status --porcelain)" ] || commit+=" with changes"
mkdir -p release
if [[ $commit != *changes ]] && grep -qs "^$name passed at $commit in " release/summary.txt; then
	echo "release-check: $name has passed at $commit; rm -r release runs it again"
	exit
fi
"$@" 2>&1 | tee "release/$name.txt"
if [ "${PIPESTATUS[0]}" = 0 ]; then result=passed; else result=failed; fi
times >>"release/$name.txt" # not in a subshell, which has times of its own
cpu=$(tail -1 "release/$name.txt" | awk '{ gsub("[ms]", " "); print int($1 * 60 + $2 + $3 * 60 + $4) }')
echo "$name $result at $commit in $((SECONDS / 60)) min $((SECONDS % 60)) s, $cpu CPU s" | tee -a release/summary.txt
[ $result = passed ]
