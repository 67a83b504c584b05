//go:build !race

package corpus_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/judge"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// judged counts what "quartet validate" says of messages.
type judged struct {
	messages, encoded, other     int // other are messages that are taken for others, which begin with the same element
	mutants, accepted, elsewhere int
	failures                     []string
}

func (r *judged) add(o judged) {
	r.messages, r.encoded, r.other = r.messages+o.messages, r.encoded+o.encoded, r.other+o.other
	r.mutants, r.accepted, r.elsewhere = r.mutants+o.mutants, r.accepted+o.accepted, r.elsewhere+o.elsewhere
}

// TestCorpusMessages validates the messages of calls of all operations: they are valid, and what they are is recognized. With an
// unknown element in one of their elements, they are not valid at that place, unless it may have any.
func TestCorpusMessages(t *testing.T) {
	cases, invalid := corpusCases(t)
	cases = append(cases, invalid...)
	results := make([]judged, len(cases))
	numbers := make([]int, len(cases))
	for i := range numbers {
		numbers[i] = i
	}
	inParallel(numbers, func(i int) {
		cases[i].exchanges(func(info *contract.Contract, op *contract.Operation, b contract.Binding, request, response []byte) {
			if b == contract.SOAP11 || b == contract.SOAP12 {
				results[i].message(info, op, "request", request)
				results[i].message(info, op, "response", response)
			}
		})
	})
	var all judged
	for i, r := range results {
		all.add(r)
		for _, text := range r.failures[:min(len(r.failures), 3)] {
			t.Errorf("%s: %.1500s", cases[i].name, text)
		}
	}
	t.Logf("%+v", all)
	if all.messages == 0 || all.other*1000 > all.messages || all.accepted*20 > all.mutants || all.elsewhere*100 > all.mutants {
		t.Error("too many messages are taken for others, or too many mistakes are not found where they are")
	}
}

// message validates a message, and that message with an unknown element at several places.
func (r *judged) message(info *contract.Contract, op *contract.Operation, kind string, text []byte) {
	if len(text) == 0 || bytes.HasPrefix(text, []byte("--")) {
		return // a MIME message
	}
	r.messages++
	services := []*contract.Contract{info}
	v, err := judge.Message(context.Background(), services, text)
	if err != nil || len(v.Findings) > 0 {
		r.failures = append(r.failures, fmt.Sprintf("the %s of %s is %+v, %v\n%s", kind, op.Name, v, err, text))
		return
	}
	if !strings.Contains(v.What, "the "+kind+" of "+op.Name) && !strings.Contains(v.What, " others") {
		r.other++
	}
	if v.Encoded {
		r.encoded++
		return
	}
	for _, offset := range places(text) {
		mutant := slices.Concat(text[:offset], []byte("\n <unknown-element/>"), text[offset:])
		r.mutants++
		v, err := judge.Message(context.Background(), services, mutant)
		line := bytes.Count(text[:offset], []byte("\n")) + 2
		switch {
		case err != nil:
			r.failures = append(r.failures, err.Error())
		case len(v.Findings) == 0:
			r.accepted++
		case !slices.ContainsFunc(v.Findings, func(f judge.Finding) bool { return f.Line == line && f.Column == 2 }):
			r.elsewhere++
		}
		for _, f := range v.Findings {
			if lines := bytes.Split(mutant, []byte("\n")); f.Line < 1 || f.Line > len(lines) || f.Column < 1 || f.Column > len(lines[f.Line-1]) || lines[f.Line-1][f.Column-1] != '<' {
				r.failures = append(r.failures, fmt.Sprintf("the place of %+v is not a tag\n%s", f, mutant))
			}
		}
	}
}

// places returns the offsets after some start tags below the element in the Body of an envelope.
func places(text []byte) (all []int) {
	const below, most = 3, 4 // below Envelope, Body and the element
	d := xml.NewDecoder(bytes.NewReader(text))
	for depth := 0; len(all) < most; {
		token, err := d.Token()
		if err != nil {
			return all
		}
		switch token.(type) {
		case xml.StartElement:
			if depth++; depth >= below && text[d.InputOffset()-2] != '/' {
				all = append(all, int(d.InputOffset()))
			}
		case xml.EndElement:
			depth--
		}
	}
	return all
}

// exchanges calls the operations of a contract with samples, and hands on the messages of calls that succeed.
func (c *corpusCase) exchanges(use func(info *contract.Contract, op *contract.Operation, b contract.Binding, request, response []byte)) {
	d, err := generator.Describe(context.Background(), generator.Config{Contract: c.main, Catalogs: c.catalog, Lenient: c.lenient})
	if err != nil || d.Diagnostics.HasErrors() {
		return
	}
	for _, info := range d.Services {
		w := &watched{direct: direct{serve.New([]*contract.Contract{info}, d.Documents, serve.Config{Logger: slog.New(slog.DiscardHandler)})}}
		for _, port := range info.Ports {
			caller, err := soap.NewCaller(info, "http://service.example"+pathOf(port), port.Binding, []soap.ClientOption{soap.WithHTTPClient(w), soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })})
			if err != nil {
				continue
			}
			for _, op := range info.Operations {
				var request any
				if op.RequestType() != nil {
					if request, err = sample.Request(info, op); err != nil {
						continue
					}
				}
				w.request, w.response = nil, nil
				if _, err := caller.Do(context.Background(), op, request); err == nil {
					use(info, op, port.Binding, w.request, w.response)
				}
			}
		}
	}
}

// watched sends requests to a handler, and keeps the last one and its response.
type watched struct {
	direct
	sent              *http.Request
	received          *http.Response
	request, response []byte
}

// Do implements soap.HTTPDoer.
func (w *watched) Do(r *http.Request) (*http.Response, error) {
	var err error
	if w.request, err = bodyOf(&r.Body); err != nil {
		return nil, err
	}
	w.sent = r
	if w.received, err = w.direct.Do(r); err == nil {
		w.response, err = bodyOf(&w.received.Body)
	}
	return w.received, err
}

// bodyOf reads a body, and replaces it.
func bodyOf(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	text, err := io.ReadAll(*body)
	*body = io.NopCloser(bytes.NewReader(text))
	return text, err
}
