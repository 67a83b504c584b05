"""Calls the rail service with suds. The protocol is in ../README.md."""
import datetime
import json
import sys

import suds
import suds.client

request = json.load(sys.stdin)
client = suds.client.Client(request["wsdl"], cache=None)


def call(port, operation, arguments, **_):
    try:
        result = client.service[port][operation](**arguments)
    except suds.WebFault as error:
        return {"fault": fault(error.fault)}
    array = next(iter(dict(result).values())) if result else []
    return {"records": [{field: text(value) for field, value in dict(r).items() if value is not None} for r in array]}


def fault(error):
    """Returns the code and reason of a fault of SOAP 1.1 or 1.2."""
    if "faultcode" in error:
        return {"code": error.faultcode.split(":")[-1], "reason": error.faultstring}
    return {"code": error.Code.Value.split(":")[-1], "reason": str(error.Reason.Text)}


def text(value):
    if not isinstance(value, datetime.datetime):
        return str(value)
    written = value.isoformat()
    return written.rstrip("0") if "." in written else written


for c in request["calls"]:
    print(json.dumps(call(**c)))
