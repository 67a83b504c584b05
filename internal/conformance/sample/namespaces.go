package sample

// Namespaces of SOAP envelopes and SOAP encodings.
const (
	soap11Namespace = "http://schemas.xmlsoap.org/soap/envelope/"
	soap12Namespace = "http://www.w3.org/2003/05/soap-envelope"
	soap11Encoding  = "http://schemas.xmlsoap.org/soap/encoding/"
	soap12Encoding  = "http://www.w3.org/2003/05/soap-encoding"
)
