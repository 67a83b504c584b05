#!/bin/sh
# Runs a go command, and says on standard error what it does: at once, and every ten seconds how many packages it has compiled
# and tested. The command prints what it prints without this script, and the exit status is its own.
#
#	progress.sh WHAT GO COMMAND [ARGUMENT]...
#
# For example: progress.sh 'building the server' go build -o bin/raild ./internal/rail/cmd/raild
set -u
what=$1 go=$2 command=$3
shift 3

# The go command starts a line of this shell for each run of the compiler, and for each package that it tests; the lines add
# a line to a file. They have no single quotes, since the flags have them. Compilers are asked for their version, too.
QUARTET_PROGRESS=$(pwd)/.cache/progress.$$
export QUARTET_PROGRESS
compile='case $1:$2 in *compile*:-V=full) ;; *compile*:*) echo "$TOOLEXEC_IMPORTPATH" >>"$QUARTET_PROGRESS/compiled" ;; esac; exec "$@"'
run='"$@"; status=$?; echo "$1" >>"$QUARTET_PROGRESS/tested"; exit $status'

# state prints how many packages have been compiled and tested.
state() {
	printf '%s packages compiled%s' "$(grep -c . "$QUARTET_PROGRESS/compiled")" "$(sed -n '$s/^/, up to /p' "$QUARTET_PROGRESS/compiled")"
	[ ! -s "$QUARTET_PROGRESS/all" ] || printf '; %s of %s packages tested' "$(grep -c . "$QUARTET_PROGRESS/tested")" "$(grep -c . "$QUARTET_PROGRESS/all")"
}

mkdir -p "$QUARTET_PROGRESS" || exit 1
for file in compiled tested all; do
	: >"$QUARTET_PROGRESS/$file"
done
echo "== $what" >&2
every=${QUARTET_PROGRESS_EVERY:-10}
(
	seconds=0
	while sleep "$every" </dev/null >/dev/null 2>&1; do # it outlives this script, and must not keep a pipe open
		seconds=$((seconds + every))
		echo "== $what, $seconds s: $(state)" >&2
	done
) &
ticker=$!
trap 'kill "$ticker" 2>/dev/null; rm -rf "$QUARTET_PROGRESS"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

case $command in
test)
	for packages; do :; done # the last argument
	"$go" list -e -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' "$packages" >"$QUARTET_PROGRESS/all"
	"$go" test "-toolexec=sh -c '$compile' sh" "-exec=sh -c '$run' sh" "$@"
	;;
build)
	"$go" build "-toolexec=sh -c '$compile' sh" "$@"
	;;
*)
	"$go" "$command" "$@"
	;;
esac
