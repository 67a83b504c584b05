"""Calls the rail service with zeep and a UsernameToken, once for each object on standard input.

An object has the fields port, username, password, digest and lifetime (of a Timestamp in seconds; 0: none). The answer to each is
the number of records, or the code and the reason of the fault.
"""
import datetime
import json
import sys

import zeep
import zeep.exceptions
from zeep.wsse import utils
from zeep.wsse.username import UsernameToken

request = json.load(sys.stdin)


def call(port, username, password, digest, lifetime):
    stamp = None
    if lifetime:
        now = datetime.datetime.now(datetime.timezone.utc)
        stamp = utils.WSU.Timestamp()
        stamp.append(utils.WSU.Created(now.strftime("%Y-%m-%dT%H:%M:%SZ")))
        stamp.append(utils.WSU.Expires((now + datetime.timedelta(seconds=lifetime)).strftime("%Y-%m-%dT%H:%M:%SZ")))
    token = UsernameToken(username, password, use_digest=digest, timestamp_token=stamp)
    client = zeep.Client(request["wsdl"], wsse=token)
    try:
        result = client.bind("Realtime", port).getCurrentTrainsXML()
    except zeep.exceptions.Fault as fault:
        code = (fault.subcodes or [fault.code])[0]
        return (code if isinstance(code, str) else code.localname).split(":")[-1]
    return str(len(result or []))


json.dump([call(**c) for c in request["calls"]], sys.stdout)
