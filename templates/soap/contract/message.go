package contract

import "example.com/quartet/templates/soap/schema"

// Message describes the inputs or the outputs of an operation on the bindings of a [Wire].
type Message struct {
	Elements []schema.ElementName // the first element in the Body, or the root of a document, is one of them
	Any      bool                 // if Elements is empty: any element may be there; if false, none
	Blocks   []DeclaredBlock      // header blocks
	Encoded  bool                 // SOAP encoding
	Document bool                 // the message is XML
}

// Input describes the requests.
func (w *Wire) Input() Message {
	more := w.Details()
	m := Message{Elements: more.Members, Any: w.Body, Blocks: Blocks(more.Headers), Encoded: w.Encoded, Document: !w.IsHTTP() || more.Send == ContentXML}
	if len(m.Elements) == 0 && w.In.Local != "" {
		m.Elements = []schema.ElementName{w.In}
	}
	return m
}

// Output describes the responses, if the operation is not one-way. A fault may have the same header blocks.
func (w *Wire) Output() Message {
	more := w.Details()
	return Message{
		Elements: w.Out[:min(len(w.Out), 1)], Any: w.OutBody, Blocks: append(Blocks(more.OutHeaders), Blocks(more.HeaderFaults)...),
		Encoded: w.Encoded, Document: !w.IsHTTP() || more.Receive <= ContentXML,
	}
}

// Blocks returns header blocks, or details of faults, as values of the interface that they share.
func Blocks[B DeclaredBlock](declared []B) (all []DeclaredBlock) {
	for _, b := range declared {
		all = append(all, b)
	}
	return all
}
