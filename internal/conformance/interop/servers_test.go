package interop_test

import "strings"

// servers are the services of other implementations, in the order of the documentation.
var servers = []foreignServer{
	{
		name:    "PHP SoapServer",
		program: php("server.php"),
		ports:   soapPorts,
	},
	{
		name:        "npm soap",
		program:     node("soap", "server.mjs", "soap"),
		ports:       soapPorts,
		differences: []difference{newlines},
	},
	{
		name:        "strong-soap",
		program:     node("strong-soap", "server.mjs", "strong-soap"),
		ports:       soapPorts,
		differences: []difference{timesInUTC}},
	{
		name:    "SOAP::Lite",
		program: soapLite("lite_server.pl"),
		ports:   soapPorts,
	},
	{
		name:    "JAX-WS",
		program: jaxWs("JaxWsServer"),
		ports:   soapPorts,
	},
	{
		name:    "Axis 1.4",
		program: axis("AxisService", "--server-side", "--implementationClassName", "AxisService"),
		ports:   []string{soap11},
		differences: []difference{newlines, timesInUTC, {
			what:   "cannot send a character beyond U+FFFF: writes it as references to two surrogates, which is not XML",
			record: eachField(basicPlane),
			fault:  func(f *fault) { f.Reason = basicPlane(f.Reason) },
		}},
	},
	{
		name:    "Mono ASMX",
		program: monoServer,
		ports:   allPorts,
		differences: []difference{
			newlines,
			cannotOmit.at(httpPorts...),
			{what: "puts a stack trace after the reason", ports: soapPorts, fault: func(f *fault) { f.Reason = anyReason }},
			{what: "every error is a 500 with a stack trace", ports: httpPorts, fault: func(f *fault) { *f = fault{"500", anyReason} }},
		},
	},
	{
		name:    "spyne",
		program: python("spyne", "spyne_server.py"),
		ports:   allPorts,
		differences: []difference{
			{what: "reads an empty parameter as an absent one", ports: []string{httpPost}, parameter: dropsEmptyParameter.parameter},
			{what: "an error is an XML document; the client shows its status only", ports: httpPorts, fault: func(f *fault) { f.Reason = noReason }},
		},
	},
	{
		name:    "gSOAP",
		program: gsoapServer,
		ports:   allPorts,
		differences: []difference{{what: "writes no fractions of a second, and a time without a zone as one in UTC", record: func(r sample) {
			if at, ok := r["Servertime"]; ok {
				seconds, _, _ := strings.Cut(at, ".")
				r["Servertime"] = seconds + "Z"
			}
		}}},
	},
}

// basicPlane returns text without the characters beyond U+FFFF.
func basicPlane(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xFFFF {
			return -1
		}
		return r
	}, text)
}
