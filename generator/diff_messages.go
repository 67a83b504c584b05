package generator

import (
	"context"
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/reviewing/diff"
	"example.com/quartet/templates/soap/contract"
)

// AddMessages adds to the findings that break clients or lose values where they are in a sample of a message.
func (d *Difference) AddMessages(ctx context.Context) {
	if !slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Class <= Lossy }) || d.old.Model == nil {
		return
	}
	old, new := newSamples(ctx, d.old), newSamples(ctx, d.new)
	diff.AddExcerpts(d.Findings, d.old.Model, d.new.Model, func(ofOld bool) iter.Seq[diff.Message] {
		if ofOld {
			return old.all
		}
		return new.all
	})
}

// maxSampled is the number of operations of a contract of which samples are made.
const maxSampled = 200

// samples are the sample messages of a contract. They are made when they are first needed.
type samples struct {
	ctx      context.Context
	services []*contract.Contract
	parts    []*Outline // with one operation each, of which no samples were made
	made     []diff.Message
}

func newSamples(ctx context.Context, c diff.Contract) *samples {
	s := &samples{ctx: ctx}
	if c.Plan == nil || len(c.Model.Bindings) == 0 {
		return s
	}
	s.services = described(c.Plan).Services
	for _, service := range describe.Make(c.Model, c.Plan).Services {
		for _, op := range service.Operations {
			one := *service
			one.Operations = []*describe.Operation{op}
			op.Wires = op.Wires[:min(1, len(op.Wires))]
			s.parts = append(s.parts, &Outline{Services: []*describe.Service{&one}})
		}
	}
	s.parts = s.parts[:min(len(s.parts), maxSampled)]
	return s
}

// all yields the messages.
func (s *samples) all(yield func(diff.Message) bool) {
	for i := 0; ; i++ {
		for i == len(s.made) && len(s.parts) > 0 {
			s.make()
		}
		if i == len(s.made) || !yield(s.made[i]) {
			return
		}
	}
}

// make makes the samples of the next operation.
func (s *samples) make() {
	part := s.parts[0]
	s.parts = s.parts[1:]
	if part.AddSamples(s.ctx, s.services) != nil {
		return // a finding without a message is as true
	}
	op := part.Services[0].Operations[0]
	for _, sample := range op.Samples {
		for i, text := range []string{sample.Body, sample.Response} {
			if doc, diags := xmltree.Parse("", []byte(text), xmltree.Limits{}); doc != nil && !diags.HasErrors() {
				s.made = append(s.made, diff.Message{Operation: op.Name, Response: i == 1, Document: doc})
			}
		}
	}
}
