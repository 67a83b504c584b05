#!/bin/sh
# build.sh DIR CONTRACT: generates a client from the WSDL document CONTRACT with gSOAP and its plugin wsse, and builds
# DIR/driver. If a tool is not installed, it prints its name and exits with 3. The Debian packages are gsoap,
# libgsoap-dev, libssl-dev, pkg-config and gcc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
contract=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
shared=/usr/share/gsoap

missing() {
	echo "$1 is not installed" >&2
	exit 3
}
for tool in wsdl2h soapcpp2 pkg-config gcc; do
	command -v "$tool" >/dev/null || missing "$tool"
done
pkg-config --exists gsoapssl || missing libgsoap-dev
pkg-config --exists openssl || missing libssl-dev
[ -f "$shared/plugin/wsseapi.c" ] || missing "the plugin wsse of gSOAP"

mkdir -p "$1"
cd "$1"
wsdl2h -c -R -o realtime.h "$contract"
echo '#import "wsse.h"' >>realtime.h
soapcpp2 -c -L -C -x -I"$shared/import:$shared" realtime.h
# shellcheck disable=SC2046 # these are several words
gcc -O1 -w -DWITH_OPENSSL -DWITH_DOM -o driver -I. -I"$shared/plugin" -I"$shared" "$here/driver.c" soapC.c soapClient.c \
	"$shared/plugin/wsseapi.c" "$shared/plugin/smdevp.c" "$shared/plugin/mecevp.c" "$shared/custom/struct_timeval.c" \
	$(pkg-config --cflags --libs gsoapssl) -lssl -lcrypto
