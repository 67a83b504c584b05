//go:build !race

package corpus_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/running/judge"
	"example.com/quartet/templates/soap/contract"
)

// judged counts what "quartet validate" says of messages.
type judged struct {
	messages, encoded, other     int // other are messages that are taken for others, which begin with the same element
	mutants, accepted, elsewhere int
	failures                     []string
}

// tooMany reports whether too many messages are taken for others, or too many mistakes are not found where they are.
func (r *judged) tooMany() bool {
	return r.messages == 0 || r.other*1000 > r.messages || r.accepted*20 > r.mutants || r.elsewhere*100 > r.mutants
}

func (r *judged) add(o judged) {
	r.messages, r.encoded, r.other = r.messages+o.messages, r.encoded+o.encoded, r.other+o.other
	r.mutants, r.accepted, r.elsewhere = r.mutants+o.mutants, r.accepted+o.accepted, r.elsewhere+o.elsewhere
}

// message validates a message: it is valid, and what it is is recognized. With an unknown element in one of its elements it is not valid
// at that place, unless that element may have any.
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
