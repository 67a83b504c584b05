package corpus_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// check returns an error if the result of an exchange is not as expected.
func (x *roundTrip) check(r *outcome) error {
	switch {
	case r.Panic != "":
		return fmt.Errorf("panic: %.1500s", r.Panic)
	case x.p == refused:
		if r.Status >= 400 && r.Called == !x.defect {
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
	case x.Method == http.MethodHead:
	case x.response.Document != nil:
		envelope, err := x.checkAttachments(x.response, r.ResponseType, r.Response)
		if err == nil {
			err = x.g.Compare(x.response.Document, envelope)
		}
		if err != nil && (x.response.Multipart || !absentResult(x.exchange.Response, r.Response)) {
			return fmt.Errorf("response: %w\n%.1000s\n%.1000s", err, x.exchange.Response, r.Response)
		}
	case string(r.Response) != x.response.Text:
		return fmt.Errorf("response: got %q, want %q", r.Response, x.response.Text)
	}
	return nil
}

func (x *roundTrip) checkRequest(r *outcome) error {
	if x.request.Document != nil {
		envelope, err := x.checkAttachments(x.request, r.Type, r.Body)
		if err != nil {
			return err
		}
		return x.g.Compare(x.request.Document, envelope)
	}
	if x.request.MediaType != "" && string(r.Body) != x.request.Text {
		return fmt.Errorf("got body %q, want %q", r.Body, x.request.Text)
	}
	if r.Method != x.Method {
		return fmt.Errorf("got method %s, want %s", r.Method, x.Method)
	}
	ours, others := x.Target, r.Target
	if x.Type != "" && x.request.MediaType == "" {
		ours, others = x.Target+"?"+string(x.Body), r.Target+"?"+string(r.Body)
	}
	if err := x.sameParameters(ours, others); err != nil {
		return fmt.Errorf("got %s, want %s: %w", others, ours, err)
	}
	return nil
}

// sameParameters compares two targets. Parameter values may have different
// lexical forms.
func (x *roundTrip) sameParameters(ours, others string) error {
	path, query, _ := strings.Cut(ours, "?")
	otherPath, otherQuery, _ := strings.Cut(others, "?")
	if x.template != "" {
		return x.sameReplacements(otherPath)
	}
	if path != otherPath {
		return fmt.Errorf("got path %q, want %q", otherPath, path)
	}
	a, err := url.ParseQuery(query)
	if err != nil {
		return err
	}
	b, err := url.ParseQuery(otherQuery)
	if err != nil {
		return err
	}
	for _, p := range x.request.Parameters {
		ours, others := a[p.Name], b[p.Name]
		same := len(ours) == len(others)
		for i := 0; same && i < len(ours); i++ {
			same = x.g.SameValue(p.Type, ours[i], others[i])
		}
		if !same {
			return fmt.Errorf("parameter %s: got %q, want %q", p.Name, others, ours)
		}
		delete(a, p.Name)
		delete(b, p.Name)
	}
	if len(b) > 0 {
		return fmt.Errorf("unexpected parameters: %v", b)
	}
	return nil
}

// sameReplacements compares the parameters in a path with the parameters of the request.
func (x *roundTrip) sameReplacements(path string) error {
	pattern := regexp.QuoteMeta(x.template)
	for i, p := range x.request.Parameters {
		pattern = strings.Replace(pattern, regexp.QuoteMeta("("+p.Name+")"), fmt.Sprintf("(?P<p%d>.*)", i), 1)
	}
	re := regexp.MustCompile("^" + pattern + "$")
	found := re.FindStringSubmatch(path)
	if found == nil {
		return fmt.Errorf("path %q does not match %s", path, x.template)
	}
	for i, p := range x.request.Parameters {
		at := re.SubexpIndex(fmt.Sprintf("p%d", i))
		if at < 0 {
			continue
		}
		if value, err := url.PathUnescape(found[at]); err != nil || !x.g.SameValue(p.Type, p.Value, value) {
			return fmt.Errorf("parameter %s: got %q, want %q", p.Name, value, p.Value)
		}
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
