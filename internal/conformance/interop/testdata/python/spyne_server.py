"""A service of spyne. The protocol is in ../README.md."""
import datetime
import json
import logging
import os
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Array, ComplexModel, DateTime, Fault, Integer32, ServiceBase, Unicode, rpc
from spyne.protocol.http import HttpRpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.protocol.xml import XmlDocument
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


def method(name, parameters, **style):
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
    if style:
        style["_out_message_name"] = "ArrayOf" + known[0]["record"][0].upper() + known[0]["record"][1:]
    strings = [Unicode(min_occurs=0)] * len(parameters)
    return rpc(*strings, _args=parameters, _returns=Array(record(known[0])), **style)(call)


operations = {a["operation"]: a["parameters"] for a in answers}


def xml_document():
    """Returns the protocol of results that are the root element."""
    protocol = XmlDocument()

    def unwrap(context):
        context.out_object = context.out_object and context.out_object[0]  # spyne does so for SOAP only

    protocol.event_manager.add_listener("before_serialize", unwrap)
    return protocol


def application(protocol_in, protocol_out, **style):
    service = type("Realtime", (ServiceBase,), {name: method(name, parameters, **style) for name, parameters in operations.items()})
    return WsgiApplication(Application([service], NAMESPACE, in_protocol=protocol_in, out_protocol=protocol_out))


applications = {
    "Soap11": application(Soap11(), Soap11()),
    "Soap12": application(Soap12(), Soap12()),
    "Http": application(HttpRpc(), xml_document(), _body_style="out_bare"),
}


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


server = make_server("127.0.0.1", 0, lambda environ, start: applications[environ["PATH_INFO"].split("/")[1]](environ, start), handler_class=Quiet)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}"
paths = {"RealtimeSoap": "Soap11", "RealtimeSoap12": "Soap12", "RealtimeHttpGet": "Http", "RealtimeHttpPost": "Http"}
print(json.dumps({port: f"{address}/{path}" for port, path in paths.items()}), flush=True)
sys.stdin.read()
os._exit(0)
