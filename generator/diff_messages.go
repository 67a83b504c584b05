package generator

import (
	"context"
	"iter"
	"slices"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/reviewing/diff"
)

// AddMessages adds to the findings that break clients or lose values where they are in a sample of a message.
func (d *Difference) AddMessages(ctx context.Context) {
	if !slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Class <= Lossy }) || d.old.Model == nil {
		return
	}
	old, new := sampled(ctx, d.old), sampled(ctx, d.new)
	diff.AddExcerpts(d.Findings, d.old.Model, d.new.Model, func(ofOld bool) iter.Seq[diff.Message] {
		if ofOld {
			return old
		}
		return new
	})
}

// maxSampled is the number of operations of a contract of which samples are made.
const maxSampled = 200

// sampled returns the sample messages of a contract. They are made when they are first needed.
func sampled(ctx context.Context, c diff.Contract) iter.Seq[diff.Message] {
	if c.Plan == nil || len(c.Model.Bindings) == 0 {
		return func(func(diff.Message) bool) {}
	}
	sampler := describe.NewSampler(described(c.Plan).Services)
	var parts []*Outline // with one operation each, of which no samples were made
	for _, service := range describe.Make(c.Model, c.Plan).Services {
		for _, op := range service.Operations {
			one := *service
			one.Operations = []*describe.Operation{op}
			op.Wires = op.Wires[:min(1, len(op.Wires))]
			parts = append(parts, &Outline{Services: []*describe.Service{&one}})
		}
	}
	parts = parts[:min(len(parts), maxSampled)]
	var made []diff.Message
	return func(yield func(diff.Message) bool) {
		for i := 0; ; i++ {
			for i == len(made) && len(parts) > 0 {
				made = append(made, samplesOf(ctx, parts[0], sampler)...)
				parts = parts[1:]
			}
			if i == len(made) || !yield(made[i]) {
				return
			}
		}
	}
}

// samplesOf returns sample messages of the only operation of part.
func samplesOf(ctx context.Context, part *Outline, sampler *describe.Sampler) (made []diff.Message) {
	if sampler.AddTo(ctx, part) != nil {
		return nil // a finding without a message is as true
	}
	op := part.Services[0].Operations[0]
	for _, sample := range op.Samples {
		for i, text := range []string{sample.Body, sample.Response} {
			if doc, diags := xmltree.Parse("", []byte(text), xmltree.Limits{}); doc != nil && !diags.HasErrors() {
				made = append(made, diff.Message{Operation: op.Name, Response: i == 1, Document: doc})
			}
		}
	}
	return made
}
