package contract

import (
	"io"

	"example.com/quartet/templates/soap/schema"
)

// Attachment is a part of a message that is sent beside the envelope
// (mime:content, WSDL 1.1 section 5.3).
type Attachment struct {
	Name  string   // name of the wsdl:part
	Types []string // media types that the contract allows; none, or "*/*", allows all
}

// Packaging encodes an envelope and the attachments of its message as one
// multipart document, and decodes such documents. It is safe for concurrent use.
type Packaging interface {
	// Pack returns a document with an envelope and the attachments of message. root
	// is the media type of the envelope.
	Pack(message any, envelope []byte, root string, options *PackagingOptions) ([]byte, error)

	// Packed returns the media type of a document that Pack has returned, "" for
	// any other document.
	Packed(document []byte) string

	// Unpack decodes a document. boundary and start are parameters of its media
	// type (RFC 2387). The result may refer to the document, which must not change.
	Unpack(document []byte, boundary, start string) (PackedMessage, error)
}

// PackedMessage is a multipart message that was received.
type PackedMessage interface {
	// Envelope returns the envelope and its media type, "" if it has none.
	Envelope() (content []byte, mediaType string)

	// Attach stores the attachments in message, a value decoded from the envelope.
	Attach(message any, options *PackagingOptions) error
}

// PackagingOptions describes how the attachments of a message are encoded.
type PackagingOptions struct {
	Attachments []Attachment // in the order of the contract
	Message     *schema.Type // type of the message
	Strict      bool         // reject what the contract does not declare

	// NewEncoder and NewDecoder return codecs for attachments that are documents.
	// The caller releases them.
	NewEncoder func() *schema.Encoder
	NewDecoder func(doc []byte) *schema.Decoder

	// Charsets decodes character encodings that are not supported otherwise; nil: none.
	Charsets func(name string, from io.Reader) (io.Reader, error)

	// CheckValue and CheckDocument validate an attachment. They are nil if
	// attachments are not validated.
	CheckValue    func(v any) error
	CheckDocument func(doc []byte) error
}
