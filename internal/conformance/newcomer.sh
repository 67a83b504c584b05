#!/bin/bash
# Runs the two commands that README.md begins with, "make test" and "make run", as somebody does who has just got the project: an
# unprivileged user with empty caches, few programs, other settings and busy CPUs, in a folder whose name has a space and a letter that
# is not ASCII. It asks the service a question over each binding and ends it with Ctrl-C. 'make newcomer' runs it.
#
#	newcomer.sh [--goflags=FLAGS] [--umask=OCTAL] [COMMAND ARGUMENT...]
#
# With a COMMAND, for instance go test ./internal/rail/gtfsrt, it runs only this. It needs Linux, git, and setpriv and script of
# util-linux, which the new user does not have. The project is the working tree without .git and without untracked files: changes need
# not be committed, but new files must be added, and deletions too. What has been made is removed at the end.
set -euo pipefail
cd "$(dirname "$0")/../.."

goflags='' mask=022
while [ $# -gt 0 ]; do
	case $1 in
	--goflags=*) goflags=${1#*=} ;;
	--umask=*) mask=${1#*=} ;;
	*) break ;;
	esac
	shift
done
umask "$mask"
folder=$(mktemp -d "${TMPDIR:-/tmp}/new user é XXXXXX")
loops=()

# finish ends the loops and the processes that still run in the user's folder, as after a failure, and removes the folder.
finish() {
	local status=$? link
	kill "${loops[@]}" 2>/dev/null || :
	for link in /proc/[0-9]*/cwd; do
		case $(readlink "$link") in
		"$folder"/*) kill -9 "$(basename "$(dirname "$link")")" 2>/dev/null || : ;;
		esac
	done
	chmod -R u+w "$folder" || : # the folders of the module cache are read-only
	rm -rf "$folder"
	exit $status
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

mkdir "$folder/project" "$folder/home" "$folder/tools" "$folder/tmp"
git ls-files -z | xargs -0 cp --parents --target-directory "$folder/project"

# The programs of the user are those that README.md asks for, the shell of make, and what 'make test' and tests run, which POSIX has
# everywhere. Without mktemp, 'make test' leaves TMPDIR as it is.
for tool in go make sh awk basename cat cp dirname grep mkdir rm sed sleep; do
	ln -s "$(command -v "$tool")" "$folder/tools/$tool"
done

# nobody is the number of the user and of the group that processes of root become.
nobody=65534 unprivileged=()
if [ "$(id -u)" -eq 0 ]; then
	chown -hR $nobody:$nobody "$folder"
	unprivileged=(setpriv "--reuid=$nobody" "--regid=$nobody" --clear-groups)
fi

# The offset of the time zone is not a whole number of hours, and the language has another capital letter for i. GOFLAGS has the
# flags of the Makefile: what its targets have compiled is not compiled again. The go command runs four compilers and tests for each CPU at a
# time, which keep each other waiting. Without the variables that are kept, some machines have no network.
cpus=$(getconf _NPROCESSORS_ONLN)
settings=("HOME=$folder/home" "TMPDIR=$folder/tmp" "PATH=$folder/tools" TZ=America/St_Johns LANG=tr_TR.UTF-8
	"GOFLAGS=$goflags -p=$((4 * cpus)) -trimpath -gcflags=all=-dwarf=false -ldflags=-w")
for name in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy \
	SSL_CERT_FILE SSL_CERT_DIR; do
	if [ -n "${!name+set}" ]; then
		settings+=("$name=${!name}")
	fi
done

# Two loops for each CPU keep it busy. They also end if this script has been killed.
for _ in $(seq $((2 * cpus))); do
	while kill -0 $$ 2>/dev/null; do :; done &
	loops+=($!)
done

# as_user runs a command in the project, for at most half an hour.
as_user() {
	(cd "$folder/project" && exec timeout --foreground 30m "${unprivileged[@]}" env -i "${settings[@]}" "$@")
}

# timed runs a command as the user, and prints what it took.
timed() {
	local TIMEFORMAT="newcomer: $*: %R s; CPUs: %U s user, %S s system"
	time as_user "$@"
}

# use_service runs 'make run', asks the service over each binding, and presses Ctrl-C, for which make needs a terminal; it must end with
# status 0 within a minute. The command that asks for a board is printed by 'make run' for terminals.
use_service() {
	local board="go run \./internal/rail/cmd/railctl board [^ ]+ --server '[^ ]+'" pid screen keyboard line command=
	coproc service { as_user "$(command -v script)" --quiet --return --command 'make run ADDR=127.0.0.1:0' /dev/null; }
	pid=$service_PID
	exec {screen}<&"${service[0]}" {keyboard}>&"${service[1]}"
	while [ -z "$command" ] && read -r line <&"$screen"; do
		echo "$line"
		if [[ $line =~ $board ]]; then
			command=${BASH_REMATCH[0]}
		fi
	done
	if [ -z "$command" ]; then
		echo "newcomer: make run printed no command that calls the service" >&2
		return 1
	fi
	for binding in soap11 soap12 get post; do
		timed sh -c "$command --binding $binding"
	done
	printf '\003' >&"$keyboard"
	timeout 60 cat <&"$screen" >/dev/null || { echo "newcomer: make run still runs a minute after Ctrl-C" >&2; return 1; }
	wait "$pid" || { echo "newcomer: make run and Ctrl-C: status $?" >&2; return 1; }
}

if [ $# -gt 0 ]; then
	timed "$@"
else
	timed make test
	use_service
fi
