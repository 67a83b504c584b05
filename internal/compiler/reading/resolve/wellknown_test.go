package resolve_test

import (
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
)

// TestWellKnownResolves imports well-known namespaces, without a location and with a remote one: the built-in documents are read, and
// resolve without diagnostics.
func TestWellKnownResolves(t *testing.T) {
	for namespace, local := range map[string]string{
		"http://schemas.xmlsoap.org/soap/envelope/":           "Envelope",
		"http://www.w3.org/2003/05/soap-envelope":             "Envelope",
		"http://schemas.xmlsoap.org/soap/encoding/":           "Array",
		"http://www.w3.org/2003/05/soap-encoding":             "Array",
		"http://www.w3.org/2005/08/addressing":                "EndpointReferenceType",
		"http://schemas.xmlsoap.org/ws/2004/08/addressing":    "EndpointReferenceType",
		"http://www.w3.org/2005/05/xmlmime":                   "base64Binary",
		"http://www.w3.org/2004/11/xmlmime":                   "base64Binary",
		"http://www.w3.org/2004/06/xmlmime":                   "base64Binary",
		"http://www.w3.org/2004/08/xop/include":               "Include",
		"http://www.w3.org/2000/09/xmldsig#":                  "SignatureType",
		"http://www.w3.org/1999/xlink":                        "hrefType",
		"http://ws-i.org/profiles/basic/1.1/xsd":              "swaRef",
		"http://microsoft.com/wsdl/types/":                    "guid",
		"http://docs.oasis-open.org/wsn/b-2":                  "NotificationMessageHolderType",
		"http://docs.oasis-open.org/wsn/br-2":                 "PublisherRegistrationFailedFaultType",
		"http://docs.oasis-open.org/wsn/t-1":                  "TopicSetType",
		"http://docs.oasis-open.org/wsrf/bf-2":                "BaseFaultType",
		"http://docs.oasis-open.org/wsrf/r-2":                 "ResourceUnknownFaultType",
		"http://docs.oasis-open.org/wsrf/rp-2":                "InsertType",
		"http://schemas.microsoft.com/2003/10/Serialization/": "guid",
	} {
		for _, location := range []string{"", ` schemaLocation="http://x.example/s.xsd"`} {
			set := schema(t, `<xs:import namespace="`+namespace+`"`+location+`/><xs:element name="e" type="k:`+local+`" xmlns:k="`+namespace+`"/>`)
			if name := set.Element(xsd.QName{Space: "urn:t", Local: "e"}).Type.Component().Name; name != (xsd.QName{Space: namespace, Local: local}) {
				t.Errorf("the type is %s", name)
			}
		}
	}
}
