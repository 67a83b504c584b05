"""Calls the rail service with zeep. The protocol is in ../README.md."""
import datetime
import json
import sys

import zeep
import zeep.exceptions
import zeep.helpers

request = json.load(sys.stdin)
client = zeep.Client(request["wsdl"])
statuses = []  # of all responses; the exception for an HTTP binding does not contain the status
client.transport.session.hooks["response"].append(lambda response, **_: statuses.append(response.status_code))


def call(port, operation, arguments, **_):
    try:
        result = client.bind("Realtime", port)[operation](**arguments)
    except zeep.exceptions.Fault as fault:
        if isinstance(fault.message, bytes):
            return {"fault": {"code": str(statuses[-1]), "reason": fault.message.decode().rstrip()}}
        return {"fault": {"code": fault.code.split(":")[-1], "reason": fault.message}}
    return {"records": records(zeep.helpers.serialize_object(result, dict))}


def records(result):
    """Returns the array in a result: over SOAP the result itself, over HTTP the value in an object."""
    if isinstance(result, dict):
        [result] = result.values()
    return [
        {field: text(value) for field, value in (record or {}).items() if value is not None}
        for record in result or []
    ]


def text(value):
    if not isinstance(value, datetime.datetime):
        return str(value)
    written = value.isoformat()
    return written.rstrip("0") if "." in written else written


for c in request["calls"]:
    print(json.dumps(call(**c)))
