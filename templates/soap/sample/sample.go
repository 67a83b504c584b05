// Package sample makes values and XML that a contract allows, from the components of its schema: requests, results, elements, and a
// handler that answers with them. Values are decoded from XML that a [Sampler] writes. The same contract and seed always give the
// same values. The package is optional.
package sample

import (
	"context"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request is [Seed.Request] for the seed 0.
func Request(info *contract.Contract, op *contract.Operation) (any, error) {
	return Seed(0).Request(info, op)
}

// Seed selects values. 0 has the plainest ones, and one item of each list; with other seeds, texts, numbers, times, branches
// of choices and the lengths of lists differ.
type Seed uint64

// Request returns a valid request of an operation that has one: a pointer to its Go struct, or a record. It has what must be
// there, one branch of each choice, and elements and attributes of simple types that may be there, unless it is not valid with
// them. The error says why there is none, for instance because a pattern is too complex.
func (s Seed) Request(info *contract.Contract, op *contract.Operation) (any, error) {
	return firstOf(s, []int{optionalDepth, 0}, requestOf(0, info, op))
}

// firstOf returns the first value that can be made, with what may be there down to one of several depths, and with a seed or else
// the seed 0.
func firstOf[T any](s Seed, depths []int, make func(s Seed, optional int) (T, error)) (v T, err error) {
	for _, seed := range slices.Compact([]Seed{s, 0}) {
		for _, optional := range depths {
			if v, err = make(seed, optional); err == nil {
				return v, nil
			}
		}
	}
	return v, err
}

// WholeRequest is [Request] with elements of complex types that may be absent, too, as long as they are not in an element of the
// same type and the request is not long.
func WholeRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	return firstOf(0, []int{nilDepth, optionalDepth, 0}, requestOf(0, info, op))
}

// MinRequest is [Request] with only what must be there, and with the shortest strings, the lowest numbers and the first enumerated
// values that are found to be valid.
func MinRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	return boundary(0, -1, info, op)
}

// MaxRequest is [WholeRequest] with the highest numbers and the last enumerated values that are found to be valid. Strings have
// their maximum length up to 4096 characters. Lists near the root have their maxOccurs up to 100 items, and 3 if they have none, as
// long as the request is not long.
func MaxRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	return boundary(nilDepth, 1, info, op)
}

// boundary returns a request with values at a limit, or with plain values if it is not valid with them.
func boundary(optional, extreme int, info *contract.Contract, op *contract.Operation) (any, error) {
	if v, err := requestOf(extreme, info, op)(0, optional); err == nil {
		return v, nil
	}
	return requestOf(0, info, op)(0, optional)
}

// requestOf returns a function that returns a request with what may be there down to a depth, and with values at a limit.
func requestOf(extreme int, info *contract.Contract, op *contract.Operation) func(s Seed, optional int) (any, error) {
	return func(s Seed, optional int) (any, error) {
		name := xsd.QName{Local: "request"}
		for i, ns := range info.Namespaces {
			if i > 0 && ns.Prefix == "" {
				name.Space = ns.URI
			}
		}
		m, err := s.maker(info, op.Name, optional)
		if err != nil {
			return nil, err
		}
		m.extreme = extreme
		d := m.known.Request(op)
		if d == nil {
			return nil, fmt.Errorf("the documents do not have the request of %s", op.Name)
		}
		m.start(name)
		if err := m.typed(d.Type, d); err != nil {
			return nil, err
		}
		v := op.RequestType().New()
		if err := codec.Unmarshal(m.finish(), name, v); err != nil {
			return nil, err
		}
		if err := validate.Request(context.Background(), info, op, v); err != nil {
			return nil, err
		}
		return v, nil
	}
}

// valueMaker writes XML from which values of Go types are decoded.
type valueMaker struct {
	*maker
	known *validate.Components
}

// maker returns a maker of instances for the messages of a contract.
func (s Seed) maker(info *contract.Contract, name string, optional int) (*valueMaker, error) {
	if info.Types == nil {
		return nil, fmt.Errorf("the contract does not describe its types")
	}
	known, err := validate.ComponentsOf(info.Types)
	if err != nil {
		return nil, err
	}
	sampler := New(known.Set)
	sampler.renamed = make(map[string]string)
	for message, document := range known.Names {
		sampler.renamed[document] = message
	}
	m := &valueMaker{sampler.maker(Options{Seed: uint64(s)}, name), known}
	m.optional = optional
	return m, nil
}
