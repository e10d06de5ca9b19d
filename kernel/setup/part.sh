#!/usr/bin/env bash
# Runs a command as a part of make release-check: part.sh NAME COMMAND...
# release/NAME.txt keeps what it prints; release/summary.txt says what passed or failed at which commit, and how
# long it took. A part that has passed at this commit, without changes to it, is not run again.
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
echo "$name $result at $commit in $((SECONDS / 60)) min $((SECONDS % 60)) s" | tee -a release/summary.txt
[ $result = passed ]
