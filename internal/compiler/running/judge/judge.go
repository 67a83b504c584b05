// Package judge compares a message with a contract: it finds the operation that the message belongs to, and validates it as a
// handler or a client does. Package cli uses it for the command validate.
package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// Unreadable is what a message is that cannot be read, for instance because it is not well-formed.
const Unreadable = "a message that cannot be read"

// Verdict says what a message is and what is wrong with it.
type Verdict struct {
	What     string // such as "the request of place over SOAP 1.1"
	Encoded  bool   // the message has SOAP encoding, so that only its envelope is compared
	Findings []Finding
}

// Finding is something that the contract does not allow at a place in the UTF-8 text of a message.
type Finding struct {
	Line, Column int // from 1; columns are characters
	Message      string
	Hint         string // what to do about it; may be empty
}

// maxCandidates is how many messages of a contract with the same element are compared.
const maxCandidates = 20

// Message compares a message in UTF-8 with the services of a contract. It is a SOAP envelope, the element in its Body, or the
// result in that. The error is the context's.
func Message(ctx context.Context, services []*contract.Contract, text []byte) (*Verdict, error) {
	s := readSurvey(text)
	if s.err != nil {
		return &Verdict{What: Unreadable, Findings: []Finding{decodeFinding(s.err)}}, nil
	}
	all := s.candidates(services)
	if len(all) == 0 {
		if v, err := s.result(ctx, services, text); v != nil || err != nil {
			return v, err
		}
		return &Verdict{What: s.other(), Findings: append(s.findings, s.unknown(services)...)}, nil
	}
	var best []candidate
	var findings []Finding
	for i, c := range all[:min(len(all), maxCandidates)] {
		found, err := c.validate(ctx, s, text)
		switch {
		case err != nil:
			return nil, err
		case i == 0 || len(found) == 0 && len(findings) > 0:
			best, findings = []candidate{c}, found
		case len(found) == 0:
			best = append(best, c)
		}
	}
	return &Verdict{What: what(best), Encoded: best[0].Encoded, Findings: append(s.findings, findings...)}, nil
}

// candidate is a message of a contract that a message may be.
type candidate struct {
	info *contract.Contract
	op   *contract.Operation
	kind string // "request", "response" or "fault"
	over string // the name of the binding, "" if the message is not an envelope
	contract.Message
}

// what names candidates.
func what(all []candidate) string {
	text := spelling.List(collect.Each(all, func(c candidate) string { return "the " + c.kind + " of " + c.op.Name }))
	if all[0].over != "" {
		text += " over " + all[0].over
	}
	return text
}

// validate compares a message with a candidate.
func (c *candidate) validate(ctx context.Context, s *survey, text []byte) ([]Finding, error) {
	checker := validate.NewChecker(c.info)
	if c.Encoded || checker == nil {
		return nil, nil
	}
	what := soap.Comparison{Names: c.info.Namespaces, Soap: s.version != "", Blocks: c.Blocks, Details: contract.Blocks(c.op.Faults)}
	err := checker.Message(ctx, text, &what)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var invalid *validate.Error
	var unreadable *schema.DecodeError
	switch {
	case errors.As(err, &invalid):
		return collect.Each(invalid.Problems, func(p validate.Problem) Finding {
			return Finding{Line: p.Line, Column: p.Column, Message: p.Path + ": " + p.Message}
		}), nil
	case errors.As(err, &unreadable):
		return []Finding{decodeFinding(unreadable)}, nil
	}
	return nil, err
}

func decodeFinding(e *schema.DecodeError) Finding {
	f := Finding{Line: e.Line, Column: e.Column, Message: e.Message}
	if e.Path != "" {
		f.Message = "/" + e.Path + ": " + e.Message
	}
	return f
}

// candidates returns the messages of a contract that begin with the element of a message, or else those that may begin with any.
func (s *survey) candidates(services []*contract.Contract) []candidate {
	var exact, open []candidate
	for _, info := range services {
		for _, op := range info.Operations {
			if s.isFault {
				exact = append(exact, s.faults(info, op)...)
				continue
			}
			for i := range op.Wires {
				e, o := s.messages(info, op, &op.Wires[i])
				exact, open = append(exact, e...), append(open, o...)
			}
		}
	}
	if len(exact) == 0 {
		return open
	}
	return exact
}

// messages returns the request and the response of an operation on a binding, as far as a message may be one of them: exact are those
// whose element the contract names, or that have none, and open those that may begin with any.
func (s *survey) messages(info *contract.Contract, op *contract.Operation, w *contract.Wire) (exact, open []candidate) {
	if !s.isOver(w) {
		return nil, nil
	}
	add := func(kind string, m contract.Message) {
		c := candidate{info: info, op: op, kind: kind, over: s.version, Message: m}
		switch isNameless := len(m.Elements) == 0 && s.version != ""; {
		case !m.Document:
		case s.isOneOf(info, m.Elements) || isNameless && !m.Any && s.isEmpty:
			exact = append(exact, c)
		case isNameless && m.Any:
			open = append(open, c)
		}
	}
	add("request", w.Input())
	if !op.OneWay {
		add("response", w.Output())
	}
	return exact, open
}

// isOver reports whether an envelope has the version of SOAP of one of the bindings of a Wire; other messages may be over any.
func (s *survey) isOver(w *contract.Wire) bool {
	return s.version == "" || slices.ContainsFunc(w.Bindings, func(b contract.Binding) bool { return b.String() == s.version })
}

// isOneOf reports whether the element of a message is one of some elements of a contract.
func (s *survey) isOneOf(info *contract.Contract, names []schema.ElementName) bool {
	return slices.ContainsFunc(names, func(n schema.ElementName) bool {
		return n.Local == s.element.Local && schema.NamespaceURI(info.Namespaces, n.NS) == s.element.Space
	})
}

// faults returns the fault of an operation, if it declares one with the detail of a message.
func (s *survey) faults(info *contract.Contract, op *contract.Operation) []candidate {
	for _, f := range op.Faults {
		if !s.isOneOf(info, append([]schema.ElementName{f.Element}, f.Detail.Members()...)) {
			continue
		}
		c := candidate{info: info, op: op, kind: "fault", over: s.version}
		for i := range op.Wires {
			if w := &op.Wires[i]; s.isOver(w) {
				c.Blocks = append(c.Blocks, w.Output().Blocks...)
			}
		}
		c.Encoded = f.Encoded
		return []candidate{c}
	}
	return nil
}

// other says what a message is that belongs to no operation. A fault whose detail is not declared is not a finding.
func (s *survey) other() string {
	switch {
	case !s.isFault:
		return "not a message of the contract"
	case s.isEmpty:
		return "a fault without detail"
	}
	return "a fault with a detail that no operation declares, " + s.element.String()
}

// unknown returns the finding for a message that belongs to no operation.
func (s *survey) unknown(services []*contract.Contract) []Finding {
	if s.isFault || len(s.findings) > 0 {
		return nil
	}
	f := Finding{Line: s.line, Column: s.column, Message: fmt.Sprintf("no message of the contract has the element %s", s.element)}
	if s.isEmpty {
		f.Message = "no message of the contract has an empty Body"
	}
	other := *s
	if other.version = ""; len(other.candidates(services)) > 0 && s.version != "" {
		f.Message = fmt.Sprintf("the contract does not offer the element %s over %s", s.element, s.version)
		return []Finding{f}
	}
	var names []string
	for _, info := range services {
		for _, op := range info.Operations {
			for _, w := range op.Wires {
				for _, n := range slices.Concat(w.Output().Elements, w.Input().Elements) {
					names = append(names, "{"+schema.NamespaceURI(info.Namespaces, n.NS)+"}"+n.Local)
				}
			}
		}
	}
	local := func(name string) string { return name[strings.LastIndexByte(name, '}')+1:] }
	f.Hint = spelling.Meant(spelling.NearestOf(s.element.Local, names, local))
	return []Finding{f}
}
