package contract

import (
	"example.com/quartet/templates/soap/schema"
)

// Attachment is a part of a message that travels beside the envelope
// (mime:content, WSDL 1.1 section 5.3).
type Attachment struct {
	Name  string   // of the wsdl:part
	Types []string // the media types that the contract allows; none, or "*/*", is any
}

// Packaging joins an envelope and the attachments of its message into one
// document of several parts, and takes such documents apart. It is safe for
// concurrent use.
type Packaging interface {
	// Pack returns an envelope with the attachments of message. root is the media
	// type of the envelope.
	Pack(message any, envelope []byte, root string, options *PackagingOptions) ([]byte, error)

	// Packed returns the media type of a document that Pack has returned, "" for
	// any other document.
	Packed(document []byte) string

	// Unpack takes a document apart. boundary and start are parameters of its media
	// type (RFC 2387). The result may refer to the document.
	Unpack(document []byte, boundary, start string) (PackedMessage, error)
}

// PackedMessage is a message that was received in several parts.
type PackedMessage interface {
	// Envelope returns the envelope and its media type, "" if it has none.
	Envelope() (content []byte, mediaType string)

	// Attach stores the attachments in message, which was decoded from the envelope.
	Attach(message any, options *PackagingOptions) error
}

// PackagingOptions says how the attachments of one message are encoded.
type PackagingOptions struct {
	Attachments []Attachment       // in the order of the contract
	Names       []schema.Namespace // of what is sent
	Read        []schema.Namespace // of what is received
	XSI         bool               // documents may have xsi:nil or xsi:type
	Limits      schema.Limits
	Strict      bool // what the contract does not declare is refused
	Types       *schema.Table
	Message     *schema.Type // of the message

	// CheckValue and CheckDocument validate an attachment. They are nil if
	// nothing is validated.
	CheckValue    func(v any) error
	CheckDocument func(doc []byte) error
}
