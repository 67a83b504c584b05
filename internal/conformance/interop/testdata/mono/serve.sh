#!/bin/sh
# Serves the folder site of INTEROP_FOLDER with Mono behind nginx, until the standard input is closed.
set -eu
configuration=$(realpath "$(dirname "$0")")/nginx.conf
cd "$INTEROP_FOLDER"
read -r answers
printf '%s' "$answers" >answers.json
fastcgi-mono-server4 "/applications=/:$PWD/site" "/socket=unix:$PWD/mono.sock" >&2 </dev/null &
mono=$!
nginx -p "$PWD" -c "$configuration" </dev/null >&2 &
nginx=$!
trap 'kill $nginx $mono; wait' EXIT
curl --silent --fail --retry 60 --retry-all-errors --retry-delay 1 --retry-max-time 45 \
	--unix-socket http.sock --output service.wsdl 'http://127.0.0.1/Service.asmx?wsdl'
address=http://127.0.0.1/Service.asmx
printf '{"socket": "%s", "RealtimeSoap": "%s", "RealtimeSoap12": "%s", "RealtimeHttpGet": "%s", "RealtimeHttpPost": "%s"}\n' \
	"$PWD/http.sock" $address $address $address $address
cat >/dev/null
