package ir

// Attachment is a part of a message that is sent as a separate MIME part after
// the envelope (SOAP Messages with Attachments; mime:multipartRelated, WSDL 1.1,
// section 5.4).
type Attachment struct {
	Part  string // name of the wsdl:part
	Kind  AttachmentKind
	Field *Field // nil in Go if it is absent
	Media *Field // for its media type; nil if the contract allows only one
}

// AttachmentKind is how the value of an attachment is encoded.
type AttachmentKind int

const (
	AttachedBytes AttachmentKind = iota // the bytes of an xs:base64Binary or xs:hexBinary
	AttachedText                        // the lexical form of a simple type
	AttachedXML                         // an XML document
)
