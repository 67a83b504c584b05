package soaptest

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
)

// request is a request to be sent.
type request struct {
	suffix   string              // of the names of its cases
	value    func() (any, error) // returns it anew, as a reader in it can be read only once
	own      bool                // from WithRequest
	boundary bool                // has boundary values
}

// requests returns the requests of an operation: the user's, or those made from the contract, each value once.
func (s *suite) requests(op *contract.Operation) []*request {
	var list []*request
	for i, v := range s.own[op.Name] {
		r := &request{value: func() (any, error) { return v, nil }, own: true}
		if i > 0 {
			r.suffix = fmt.Sprintf(" %d", i+1)
		}
		list = append(list, r)
	}
	switch {
	case list != nil:
		return list
	case op.RequestType() == nil:
		return []*request{{value: func() (any, error) { return nil, nil }}}
	}
	var known []any
	for _, r := range []*request{
		{value: func() (any, error) { return sample.Request(s.info, op) }},
		{value: func() (any, error) { return sample.MinRequest(s.info, op) }, suffix: " with min values", boundary: true},
		{value: func() (any, error) { return sample.MaxRequest(s.info, op) }, suffix: " with max values", boundary: true},
	} {
		v, err := r.value()
		same := func(other any) bool { return reflect.DeepEqual(v, other) }
		if r.boundary && (err != nil || slices.ContainsFunc(known, same)) {
			continue
		}
		list, known = append(list, r), append(known, v)
	}
	return list
}
