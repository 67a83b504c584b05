//go:build !race

package corpus_test

import (
	"encoding/xml"
	"fmt"
	"net/http"

	"example.com/quartet/internal/conformance/instance"
)

// check returns an error if the result of an exchange is not as expected.
func (x *roundTrip) check(r *outcome) error {
	switch {
	case r.Panic != "":
		return fmt.Errorf("panic: %.1500s", r.Panic)
	case x.p == refused:
		if r.Status >= 400 && r.Called == !x.isDefect {
			return nil
		}
		return fmt.Errorf("a message with a defect is accepted with status %d\n%.600s\n%.600s", r.Status, x.Body, x.Response)
	case !r.Called:
		return fmt.Errorf("the handler refuses the request with status %d: %.500s %.300s\n%.1000s", r.Status, r.Response, r.Log, x.Body)
	}
	if err := x.checkRequest(r); err != nil {
		return fmt.Errorf("request: %w\n%.1000s\n%.1000s", err, x.Body, r.Body)
	}
	if r.Status != x.Status {
		return fmt.Errorf("got status %d, want %d: %.500s %.300s\n%.1000s", r.Status, x.Status, r.Response, r.Log, x.exchange.Response)
	}
	switch {
	case x.Method == http.MethodHead, x.exchange.Response == nil:
	case x.known == nil && !sameBody(x.ResponseType, x.exchange.Response, r.ResponseType, r.Response):
		return fmt.Errorf("response: got %q, want %q", r.Response, x.exchange.Response)
	case x.known != nil:
		err := instance.Compare(x.known.Set, x.exchange.Response, r.Response)
		if err != nil && !absentResult(x.exchange.Response, r.Response) {
			return fmt.Errorf("response: %w\n%.1000s\n%.1000s", err, x.exchange.Response, r.Response)
		}
	}
	return nil
}

func (x *roundTrip) checkRequest(r *outcome) error {
	switch {
	case x.known != nil:
		return instance.Compare(x.known.Set, x.Body, r.Body)
	case r.Method != x.Method || r.Target != x.Target:
		return fmt.Errorf("got %s %s, want %s %s", r.Method, r.Target, x.Method, x.Target)
	case !sameBody(x.Type, x.Body, r.Type, r.Body):
		return fmt.Errorf("got body %q, want %q", r.Body, x.Body)
	}
	return nil
}

// absentResult reports whether both answers have no result list, which has more
// than one form: the handler writes nil and empty slices both as an empty
// element.
func absentResult(sent, response []byte) bool {
	before, after := wrapperOf(sent), wrapperOf(response)
	return before != nil && after != nil && before.isEmpty() && after.isEmpty()
}

// isEmpty reports whether an element has no child elements, or one that is empty.
func (e *xmlElement) isEmpty() bool {
	return len(e.Children) == 0 || len(e.Children) == 1 && len(e.Children[0].Children) == 0 && e.Children[0].Text == ""
}

// xmlElement is any XML element.
type xmlElement struct {
	XMLName  xml.Name
	Text     string       `xml:",chardata"`
	Children []xmlElement `xml:",any"`
}

// wrapperOf returns the only element of a SOAP Body, or the root of a document of
// an HTTP binding. It returns nil if there is none.
func wrapperOf(document []byte) *xmlElement {
	var e xmlElement
	if xml.Unmarshal(document, &e) != nil || e.XMLName.Local == "Envelope" && len(e.Children) == 0 {
		return nil
	}
	if e.XMLName.Local != "Envelope" {
		return &e
	}
	body := e.Children[len(e.Children)-1]
	if len(body.Children) != 1 {
		return nil
	}
	return &body.Children[0]
}
