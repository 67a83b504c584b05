package schema

import "example.com/quartet/templates/soap/internal/codec"

// XSINamespace is the namespace of xsi:type and xsi:nil.
const XSINamespace = codec.XSINamespace

// How often an element or attribute may be there; see [Occurs].
const (
	Optional   = codec.Optional   // 0..1
	Once       = codec.Once       // 1
	Many       = codec.Many       // 0..n
	OnceOrMore = codec.OnceOrMore // 1..n
)

// Where the value of a field is; see [Place].
const (
	AtElement    = codec.AtElement
	AtAttribute  = codec.AtAttribute  // an attribute
	AtContent    = codec.AtContent    // simple content
	AtItem       = codec.AtItem       // an item of an array of SOAP encoding
	AtListItem   = codec.AtListItem   // an item of a list
	AtAttachment = codec.AtAttachment // a MIME part; codecs pass over it
)
