#!/bin/sh
# Runs the fuzz targets below the current folder whose names match a pattern of grep, each for a time: one for each CPU at a time.
# Fewer targets than CPUs have several processes each, which wait for each other.
#
#	fuzz.sh GO PATTERN TIME
#
# The packages of the project are compiled for fuzzing, as "go test -fuzz" does, and the others as for tests: so these are not compiled
# again, and counting what they reach takes half of the time of many targets. The programs are linked once. Inputs that reach new code
# are kept in the build cache, as "go test -fuzz" keeps them.
#
# On a busy machine a target may fail with nothing but "context deadline exceeded" once its time is over
# (https://go.dev/issue/75804). A target has failed when there is an input that failed. An input that reaches new code is
# minimized with at most 100 executions: for a time of seconds, that would be all that is done in a run of seconds.
set -u
go=$1 pattern=$2 time=$3
programs=$(pwd)/.cache/fuzz

# For xargs: fuzz.sh GO PATTERN TIME CACHE PROCESSES FOLDER NAME runs one target. After the status 255 xargs starts no other.
if [ $# -gt 3 ]; then
	cache=$4 processes=$5 folder=$6 name=$7
	output=$programs/$$.txt result=passed
	(cd "$folder" && exec "$programs/$(basename "$(pwd)").test" -test.run='^$' -test.fuzz="^$name\$" -test.fuzztime="$time" \
		-test.fuzzminimizetime=100x -test.fuzzcachedir="$cache/$folder" -test.parallel="$processes" -test.paniconexit0) >"$output" 2>&1 || result=failed
	if [ $result = failed ] && grep -q '^    context deadline exceeded$' "$output" && ! grep -q 'Failing input\|panic:' "$output"; then
		result='passed; no input failed, the time was over'
	fi
	printf '== %s %s\n%s\n%s: %s\n' "$folder" "$name" "$(cat "$output")" "$name" "$result"
	[ "$result" != failed ] || exit 255
	exit
fi

targets=$(grep -r '^func Fuzz' --include='*_test.go' --exclude-dir='.?*' . | sed -n 's|/[^/]*:func \(Fuzz[A-Za-z0-9_]*\)(.*| \1|p' | sort |
	while read -r folder name; do ! echo "$name" | grep -q "$pattern" || echo "$folder" "$name"; done)
[ -n "$targets" ] || { echo "no fuzz target matches $pattern" >&2; exit 2; }
cpus=$(getconf _NPROCESSORS_ONLN)
processes=$((cpus / $(echo "$targets" | wc -l)))
[ "$processes" -gt 0 ] || processes=1
module=$("$go" list -m)
cache=$("$go" env GOCACHE)/fuzz/$module

rm -rf "$programs"
mkdir -p "$programs" || exit 1
trap 'rm -rf "$programs"' EXIT
# shellcheck disable=SC2046 # the names of folders have no spaces
"$go" test -c -gcflags="$module/...=-dwarf=false -d=libfuzzer" -o "$programs/" $(echo "$targets" | cut -d' ' -f1 | sort -u) || exit 1
echo "$targets" | xargs -n 2 -P "$cpus" sh "$0" "$go" "$pattern" "$time" "$cache" "$processes"
