package resolve

import (
	"iter"
	"maps"
	"slices"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// bindingElements maps the extension elements of WSDL 1.1 sections 3 to 5 to the places
// where they are allowed.
var bindingElements = func() map[xsd.QName]string {
	const message = "an input or output of a binding, or in a part of a MIME message"
	places := make(map[xsd.QName]string)
	soap := map[string]string{
		"binding": "a binding", "operation": "an operation of a SOAP binding", "fault": "a fault of a SOAP binding",
		"body": "an input or output of a SOAP binding", "header": "an input or output of a SOAP binding",
		"headerfault": "a header of SOAP", "address": "a port",
	}
	for space, elements := range map[string]map[string]string{
		wsdl11.SOAP11Namespace: soap, wsdl11.SOAP12Namespace: soap,
		wsdl11.HTTPNamespace: {
			"binding": "a binding", "operation": "an operation of an HTTP binding", "address": "a port",
			"urlEncoded": "an input of an HTTP binding", "urlReplacement": "an input of an HTTP binding",
		},
		wsdl11.MIMENamespace: {"content": message, "mimeXml": message, "multipartRelated": message, "part": "a multipart message of MIME"},
	} {
		for local, place := range elements {
			places[xsd.QName{Space: space, Local: local}] = place
		}
	}
	return places
}()

// misplaced reports an element of XML Schema or of the bindings of WSDL that is not
// allowed in its parent, an element of WSDL, or that does not exist. Other elements
// are extensions that the specification leaves open (section 2.1.3).
func (w *wsdl) misplaced(e *xmltree.Element) {
	switch {
	case e.Name.Space == xsd.Namespace:
		w.misplacedSchema(e)
		return
	case !wsdl11.IsBindingNamespace(e.Name.Space) || w.foreign || e.Name.Local == "documentation":
		return // another extension, or nothing is lost
	}
	place, known := bindingElements[e.Name]
	if known {
		w.ignored(e).Hint = "it belongs in " + place
		return
	}
	d := w.report(diag.UnexpectedElement, e.Pos(), "element %s does not exist and is ignored", diag.Quote(e.RawName()))
	d.Severity = diag.Warning
	w.suggest(e, d, maps.Keys(bindingElements))
}

// suggest adds to a diagnostic which of the elements that exist was probably meant.
func (w *wsdl) suggest(e *xmltree.Element, d *diag.Diagnostic, exist iter.Seq[xsd.QName]) {
	if meant, ok := w.nearest(e.Name, exist); ok {
		d.Hint = "did you mean " + diag.Quote(written(e, meant)) + "?"
	}
}

// unknown reports an element in the namespace of WSDL that is not allowed in its
// parent.
func (w *wsdl) unknown(e *xmltree.Element) {
	w.unexpected(e)
	w.suggest(e, &w.diags[len(w.diags)-1], names(slices.Collect(maps.Keys(wsdlAttributes)), func(local string) xsd.QName {
		return xsd.QName{Space: wsdl11.Namespace, Local: local}
	}))
}

func (w *wsdl) misplacedSchema(e *xmltree.Element) {
	switch e.Name.Local {
	case "annotation", "appinfo", "documentation":
		return // nothing is lost
	}
	d := w.ignored(e)
	switch {
	case e.Name.Local == "schema":
		d.Hint = "put it in the types of the definitions"
	case xsd.Attributes[e.Name.Local] != "":
		d.Hint = "put it in a schema in the types of the definitions"
	}
}

func (w *wsdl) ignored(e *xmltree.Element) *diag.Diagnostic {
	d := w.report(diag.UnexpectedElement, e.Pos(), "element %s is not allowed in %s and is ignored", diag.Quote(e.RawName()), diag.Quote(e.Parent.RawName()))
	d.Severity = diag.Warning
	return d
}
