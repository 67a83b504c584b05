"""A service of spyne. The protocol is in ../README.md."""
import datetime
import json
import logging
import os
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Array, ComplexModel, DateTime, Fault, Integer32, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

logging.disable()
NAMESPACE = "http://realtime.rail.example/"
TYPES = {"xs:string": Unicode(min_occurs=0), "xs:int": Integer32(min_occurs=1), "xs:dateTime": DateTime(min_occurs=1, timezone=False)}
answers = json.loads(sys.stdin.readline())
records = {}  # types by name


def record(answer):
    if answer["record"] not in records:
        fields = [(f["name"], TYPES[f["type"]]) for f in answer["fields"]]
        records[answer["record"]] = type(answer["record"], (ComplexModel,), {"__namespace__": NAMESPACE, "_type_info": fields})
    return records[answer["record"]]


def value(text, kind):
    if kind == "xs:int":
        return int(text)
    return datetime.datetime.fromisoformat(text) if kind == "xs:dateTime" else text


def method(name, parameters):
    known = [a for a in answers if a["operation"] == name]

    def call(context, *values):
        arguments = {p: v for p, v in zip(parameters, values) if v is not None}
        for answer in known:
            if answer["arguments"] == arguments:
                break
        else:
            raise Fault("Client", f"no answer to {name} with {arguments}")
        if answer["fault"]:
            raise Fault(answer["fault"]["code"], answer["fault"]["reason"])
        kinds = {f["name"]: f["type"] for f in answer["fields"]}
        return [record(answer)(**{f: value(v, kinds[f]) for f, v in r.items()}) for r in answer["records"]]

    call.__name__ = name
    strings = [Unicode(min_occurs=0)] * len(parameters)
    return rpc(*strings, _args=parameters, _returns=Array(record(known[0])))(call)


operations = {a["operation"]: a["parameters"] for a in answers}
service = type("Realtime", (ServiceBase,), {name: method(name, parameters) for name, parameters in operations.items()})
applications = {
    "/" + protocol.__name__: WsgiApplication(Application([service], NAMESPACE, in_protocol=protocol(), out_protocol=protocol()))
    for protocol in (Soap11, Soap12)
}


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, lambda environ, start: applications[environ["PATH_INFO"]](environ, start), handler_class=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
print(json.dumps({"RealtimeSoap": address + "/Soap11", "RealtimeSoap12": address + "/Soap12"}), flush=True)
sys.stdin.read()
os._exit(0)
