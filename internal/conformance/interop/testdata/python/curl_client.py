"""Calls the HTTP bindings of the rail service with curl. The protocol is in ../README.md."""
import json
import subprocess
import sys
import xml.etree.ElementTree

request = json.load(sys.stdin)


def call(port, member, arguments, **_):
    command = ["curl", "--silent", "--show-error", "--write-out", "%{http_code}", request["address"] + "/" + member]
    if port == "RealtimeHttpGet":
        command.append("--get")
    elif not any(arguments.values()):
        command += ["--data", ""]
    for name, value in arguments.items():
        if value is not None:
            command += ["--data-urlencode", f"{name}={value}"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.decode()
    body, status = output[:-3], output[-3:]
    if status != "200":
        return {"fault": {"code": status, "reason": body.rstrip()}}
    array = xml.etree.ElementTree.fromstring(body)
    return {"records": [{field.tag.partition("}")[2]: field.text or "" for field in record} for record in array]}


for c in request["calls"]:
    print(json.dumps(call(**c)))
