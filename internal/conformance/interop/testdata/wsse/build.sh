#!/bin/sh
# build.sh DIR [CONTRACT]: builds a program with gSOAP and its plugin wsse: with a contract DIR/driver, a client that is
# generated from the WSDL document CONTRACT, else DIR/server. If a tool is not installed, it prints its name and exits with
# 3. The Debian packages are gsoap, libgsoap-dev, libssl-dev, pkg-config and gcc.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
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
if [ $# -eq 2 ]; then
	wsdl2h -c -R -o "$1/service.h" "$2"
	echo '#import "wsse.h"' >>"$1/service.h"
	program=driver side=-C generated=soapClient.c
else
	cp "$here/service.h" "$1"
	program=server side=-S generated=soapServer.c
fi
cd "$1"
soapcpp2 -c -L "$side" -x -I"$shared/import:$shared" service.h
# shellcheck disable=SC2046 # these are several words
gcc -w -DWITH_OPENSSL -DWITH_DOM -o "$program" -I. -I"$shared/plugin" -I"$shared" "$here/$program.c" soapC.c "$generated" \
	"$shared/plugin/wsseapi.c" "$shared/plugin/smdevp.c" "$shared/plugin/mecevp.c" "$shared/custom/struct_timeval.c" \
	$(pkg-config --cflags --libs gsoapssl) -lssl -lcrypto
