#!/bin/sh
# build.sh DIR CONTRACT: generates code from the WSDL document CONTRACT with gSOAP and builds DIR/driver with it.
# If a tool is not installed, it prints its name and exits with 3. The Debian packages are gsoap, libgsoap-dev,
# pkg-config and gcc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
contract=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")

missing() {
	echo "$1 is not installed" >&2
	exit 3
}
for tool in wsdl2h soapcpp2 pkg-config gcc; do
	command -v "$tool" >/dev/null || missing "$tool"
done
pkg-config --exists gsoap || missing libgsoap-dev

mkdir -p "$1"
cd "$1"
wsdl2h -c -L -R -o realtime.h "$contract"
soapcpp2 -c -L -C -x realtime.h
# shellcheck disable=SC2046 # these are several words
gcc -O2 -o driver -I. "$here/driver.c" soapC.c $(pkg-config --cflags --libs gsoap)
