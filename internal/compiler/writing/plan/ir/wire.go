package ir

// Wire describes the messages of an operation for one or more bindings.
type Wire struct {
	Bindings  []Binding
	Action    string
	ActionNS  int    // if not 0: the namespace that is a prefix of Action
	Action12  bool   // a SOAP 1.2 client sends Action as a media type parameter
	Addressed string // action of WS-Addressing, "" if there is none
	RPC       bool   // style rpc
	In        Name   // element in the Body of a request; if Body is set: the first one
	Body      bool   // the Go request is the content of the Body, not of one element in it
	Members   []Name // instead of In: a substitution group, one member of which is the request
	OutBody   bool   // the Go result is the content of the Body, not of one element in it
	OutNil    bool   // if there is no result, the innermost element of Out is sent with xsi:nil
	OutMust   bool   // the innermost element of Out may neither be absent nor nil, and the Go result may be nil

	Attachments    []AttachmentInfo // of a request
	OutAttachments []AttachmentInfo // of a response

	// SOAP headers.
	Headers      []*Header // of a request
	OutHeaders   []*Header // of a response
	HeaderFaults []*Fault

	Parts []Part // of a request, if other operations have the same In

	Out []Name // path of elements from the Body to the result

	// HTTP.
	Path           string // of the location, unescaped
	Query          string
	Replace        bool // Path contains names of parts in parentheses, which are replaced by their values
	Send           Content
	Receive        Content
	MediaType      string
	ReplyType      string
	DispatchParams []DispatchParam // set if other operations have the same Path and Query

	Encoded bool   // uses SOAP encoding
	OutType string // the xsi:type attribute of the result, as markup
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

// DispatchParam is a parameter of an HTTP binding that has enumerated values. If
// several operations share a path, its value selects the operation.
type DispatchParam struct {
	Name   string
	Values []string
}

// Content is how an HTTP binding sends a message, by the name of the constant in
// the run-time.
type Content string

// The forms of a message of an HTTP binding (WSDL 1.1, sections 4 and 5).
const (
	ContentParameters Content = ""
	ContentXML        Content = "ContentXML"
	ContentText       Content = "ContentText"
	ContentBase64     Content = "ContentBase64"
	ContentHex        Content = "ContentHex"
)
