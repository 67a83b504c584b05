package support

// AttachmentInfo is a part of a message that travels beside the envelope
// (mime:content, WSDL 1.1 section 5.3).
//
//quartet:internal
type AttachmentInfo struct {
	Name  string   // of the wsdl:part
	Types []string // the media types that the contract allows; none, or "*/*", is any
}
