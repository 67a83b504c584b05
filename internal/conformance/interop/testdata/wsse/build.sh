#!/bin/sh
# build.sh DIR NAME [CONTRACT]: builds NAME.c with gSOAP and its plugin wsse to DIR/program. With a contract, a WSDL document, it
# is a client; otherwise NAME.h says what there is to call and to serve. If a tool is not installed, the script prints its name and
# exits with 3. The Debian packages are gsoap, libgsoap-dev, libssl-dev, pkg-config and gcc.
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
if [ $# -eq 3 ]; then
	wsdl2h -c -R -o "$1/$2.h" "$3"
	echo '#import "wsse.h"' >>"$1/$2.h"
	side=-C
else
	cp "$here/$2.h" "$1"
	side=
fi
cd "$1"
soapcpp2 -c -L $side -x -w -I"$shared/import:$shared" "$2.h"
generated=soapC.c
for file in soapClient.c soapServer.c; do
	[ ! -f "$file" ] || generated="$generated $file"
done
# shellcheck disable=SC2046,SC2086 # these are several words
gcc -w -DWITH_OPENSSL -DWITH_DOM -o program -I. -I"$shared/plugin" -I"$shared" "$here/$2.c" $generated \
	"$shared/plugin/wsseapi.c" "$shared/plugin/smdevp.c" "$shared/plugin/mecevp.c" "$shared/custom/struct_timeval.c" \
	$(pkg-config --cflags --libs gsoapssl) -lssl -lcrypto
