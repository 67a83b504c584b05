package ir

import "example.com/quartet/templates/soap/contract"

// Wire describes the messages of an operation for one or more bindings. The fields of this type replace those of the
// embedded types that have the same names: names have namespaces, which are numbered last, and headers and faults have
// names in Go.
type Wire struct {
	contract.Wire
	contract.WireMore

	In      Name   // element in the Body of a request; if Body is set: the first one
	Members []Name // instead of In: a substitution group, one member of which is the request
	Parts   []Part // parts of a request, if other operations have the same In
	Out     []Name // path of elements from the Body to the result

	Headers      []*Header // headers of a request
	OutHeaders   []*Header // headers of a response
	HeaderFaults []*Fault
}

// FirstElements returns the names of the elements that may be the first in a request,
// nil if they are not known.
func (w *Wire) FirstElements() []Name {
	if w.In.Local == "" {
		return w.Members
	}
	return []Name{w.In}
}

// Part is a part of a request.
type Part struct {
	Name Name
	Type Name // that xsi:type may name, after replacement of namespaces; NS is not set
}
