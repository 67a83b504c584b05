// Package wellknown has the schemas of namespaces that contracts refer to without a document, as all programs know them: those of
// XML, SOAP, WS-Addressing, WS-Notification and others. They declare the components that contracts use.
package wellknown

import (
	"embed"
	"io/fs"
)

//go:embed addressing.xsd addressing0408.xsd mstypes.xsd serialization.xsd soapenc11.xsd soapenc12.xsd soapenv11.xsd soapenv12.xsd
//go:embed swaref.xsd wsdl.xsd wsnbr.xsd wsnt.xsd wsrfbf.xsd wsrfr.xsd wsrfrp.xsd wstop.xsd
//go:embed xlink.xsd xml.xsd xmldsig.xsd xmlmime.xsd xmlmime200406.xsd xmlmime200411.xsd xmlschema.xsd xop.xsd
var files embed.FS

// Files returns the schemas: XML in UTF-8 without a document type declaration.
func Files() fs.FS { return files }

// File returns the name of the schema of a namespace in [Files], "" if it is not well-known.
func File(namespace string) string { return fileOf[namespace] }

var fileOf = map[string]string{
	"http://www.w3.org/XML/1998/namespace":      "xml.xsd",
	"http://www.w3.org/2001/XMLSchema":          "xmlschema.xsd",
	"http://schemas.xmlsoap.org/wsdl/":          "wsdl.xsd",
	"http://schemas.xmlsoap.org/soap/encoding/": "soapenc11.xsd",
	"http://www.w3.org/2003/05/soap-encoding":   "soapenc12.xsd",
	"http://schemas.xmlsoap.org/soap/envelope/": "soapenv11.xsd",
	"http://www.w3.org/2003/05/soap-envelope":   "soapenv12.xsd",
	"http://www.w3.org/2005/05/xmlmime":         "xmlmime.xsd",
	"http://www.w3.org/2004/11/xmlmime":         "xmlmime200411.xsd",
	"http://www.w3.org/2004/06/xmlmime":         "xmlmime200406.xsd",
	"http://www.w3.org/2004/08/xop/include":     "xop.xsd",
	"http://www.w3.org/2005/08/addressing":      "addressing.xsd",
	"http://www.w3.org/2000/09/xmldsig#":        "xmldsig.xsd",
	"http://www.w3.org/1999/xlink":              "xlink.xsd",
	"http://ws-i.org/profiles/basic/1.1/xsd":    "swaref.xsd",
	"http://microsoft.com/wsdl/types/":          "mstypes.xsd",
	"http://docs.oasis-open.org/wsn/b-2":        "wsnt.xsd",
	"http://docs.oasis-open.org/wsn/br-2":       "wsnbr.xsd",
	"http://docs.oasis-open.org/wsn/t-1":        "wstop.xsd",
	"http://docs.oasis-open.org/wsrf/bf-2":      "wsrfbf.xsd",
	"http://docs.oasis-open.org/wsrf/r-2":       "wsrfr.xsd",
	"http://docs.oasis-open.org/wsrf/rp-2":      "wsrfrp.xsd",

	"http://schemas.xmlsoap.org/ws/2004/08/addressing":    "addressing0408.xsd",
	"http://schemas.microsoft.com/2003/10/Serialization/": "serialization.xsd",
}
