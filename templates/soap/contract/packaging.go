package contract

import (
	"io"

	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// Attachment is a part of a message that is sent beside the envelope
// (mime:content, WSDL 1.1 section 5.3).
type Attachment struct {
	Name  string   // name of the wsdl:part
	Types []string // media types that the contract allows; none, or "*/*", allows all
}

// BodyPart is a part of a multipart message.
type BodyPart = related.Part

// Packaging encodes and decodes the attachments of a message. It is safe for
// concurrent use.
type Packaging interface {
	// Pack returns the attachments of message.
	Pack(message any, options *PackagingOptions) ([]BodyPart, error)

	// Attach stores attachments in message, a value decoded from the envelope.
	Attach(message any, parts []*BodyPart, options *PackagingOptions) error
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

	// CheckValue and CheckDocument validate an attachment. CheckValue is nil if
	// attachments are not validated.
	CheckValue    func(v any) error
	CheckDocument func(doc []byte) error
}
