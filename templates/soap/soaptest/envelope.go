package soaptest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
)

// The responses are read by package encoding/xml, and not by the run-time's decoder: it is lenient, and what it does not
// see would not be seen here.

// node is an element.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
	Text    string     `xml:",chardata"`
}

// child returns the first child with a name, nil if there is none.
func (n *node) child(space, local string) *node {
	for i := range n.Nodes {
		if n.Nodes[i].XMLName == (xml.Name{Space: space, Local: local}) {
			return &n.Nodes[i]
		}
	}
	return nil
}

// envelope is a SOAP message.
type envelope struct {
	version contract.Binding
	root    node
	body    *node
}

// mediaType returns the media type of a response, in lower case.
func (r *reply) mediaType() (string, map[string]string) {
	media, parameters, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	if err != nil {
		media, _, _ = strings.Cut(r.header.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(media)), parameters
}

// envelope reads the response as a SOAP message.
func (r *reply) envelope() (*envelope, error) {
	media, parameters := r.mediaType()
	doc := r.body
	if media == "multipart/related" {
		part, err := multipart.NewReader(bytes.NewReader(doc), parameters["boundary"]).NextPart()
		if err != nil {
			return nil, fmt.Errorf("the multipart message has no part: %w", err)
		}
		if doc, err = io.ReadAll(part); err != nil {
			return nil, err
		}
	}
	doc, err := codec.ToUTF8(doc, parameters["charset"])
	if err != nil {
		return nil, err
	}
	e := new(envelope)
	if e.root, err = parse(doc); err != nil && strings.Contains(err.Error(), "invalid XML name") {
		// Package encoding/xml has the letters of earlier editions of XML 1.0. The names that matter here are ASCII.
		e.root, err = parse(bytes.Map(func(r rune) rune {
			if r >= utf8.RuneSelf {
				return 'x'
			}
			return r
		}, doc))
	}
	if err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the response has no XML document")
		}
		return nil, fmt.Errorf("the response is not an XML document: %w", err)
	}
	switch e.root.XMLName {
	case xml.Name{Space: soap.SOAP11Namespace, Local: "Envelope"}:
		e.version = contract.SOAP11
	case xml.Name{Space: soap.SOAP12Namespace, Local: "Envelope"}:
		e.version = contract.SOAP12
	default:
		return nil, fmt.Errorf("the root of the response is {%s}%s, not a SOAP envelope", e.root.XMLName.Space, e.root.XMLName.Local)
	}
	if e.body = e.root.child(e.root.XMLName.Space, "Body"); e.body == nil {
		return nil, errors.New("the envelope has no Body")
	}
	return e, nil
}

// parse reads a document in UTF-8, whatever its declaration says.
func parse(doc []byte) (root node, err error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	err = d.Decode(&root)
	return root, err
}

// fault returns the fault in the Body, nil if there is none.
func (e *envelope) fault() *node { return e.body.child(e.root.XMLName.Space, "Fault") }

// namespace returns the namespace of a prefix in the last of nested elements.
func namespace(prefix string, path ...*node) string {
	uri := ""
	for _, n := range path {
		for _, a := range n.Attrs {
			if a.Name.Space == "xmlns" && a.Name.Local == prefix || prefix == "" && a.Name.Space == "" && a.Name.Local == "xmlns" {
				uri = a.Value
			}
		}
	}
	return uri
}

// name returns the qualified name that is the text of the last of nested elements.
func name(path ...*node) xml.Name {
	text := strings.TrimSpace(path[len(path)-1].Text)
	prefix, local, ok := strings.Cut(text, ":")
	if !ok {
		prefix, local = "", text
	}
	return xml.Name{Space: namespace(prefix, path...), Local: local}
}

// code returns the code of a fault by its name in SOAP 1.1: Client for Sender, Server for Receiver. A code with a dot is
// refined (SOAP 1.1, section 4.4.1). Codes of other namespaces are "".
func (e *envelope) code() (soap.FaultCode, error) {
	f := e.fault()
	if e.version == contract.SOAP11 {
		return e.code11(f)
	}
	space := e.root.XMLName.Space
	code := f.child(space, "Code")
	if code == nil {
		return "", errors.New("the fault has no Code")
	}
	value := code.child(space, "Value")
	if value == nil {
		return "", errors.New("the Code of the fault has no Value")
	}
	n := name(&e.root, e.body, f, code, value)
	codes := map[string]soap.FaultCode{
		"Sender": soap.FaultClient, "Receiver": soap.FaultServer, "VersionMismatch": soap.FaultVersionMismatch,
		"MustUnderstand": soap.FaultMustUnderstand, "DataEncodingUnknown": soap.FaultDataEncodingUnknown,
	}
	if found, ok := codes[n.Local]; ok && n.Space == space {
		return found, nil
	}
	return "", fmt.Errorf("the Value of the fault's Code is {%s}%s, which is not one of the five fault codes of SOAP 1.2", n.Space, n.Local)
}

func (e *envelope) code11(f *node) (soap.FaultCode, error) {
	code := f.child("", "faultcode")
	if code == nil {
		return "", errors.New("the fault has no element faultcode without a namespace")
	}
	n := name(&e.root, e.body, f, code)
	switch n.Space {
	case e.root.XMLName.Space:
	case "":
		return "", fmt.Errorf("the faultcode %q has no namespace", n.Local)
	default:
		return "", nil
	}
	local, _, _ := strings.Cut(n.Local, ".")
	switch c := soap.FaultCode(local); c {
	case soap.FaultClient, soap.FaultServer, soap.FaultMustUnderstand, soap.FaultVersionMismatch:
		return c, nil
	}
	return "", fmt.Errorf("%q is not a fault code of SOAP 1.1", n.Local)
}

// reason reports what a fault lacks besides the code.
func (e *envelope) reason() error {
	f, space := e.fault(), e.root.XMLName.Space
	if e.version == contract.SOAP11 {
		if f.child("", "faultstring") == nil {
			return errors.New("the fault has no element faultstring without a namespace")
		}
		return nil
	}
	reason := f.child(space, "Reason")
	if reason == nil || reason.child(space, "Text") == nil {
		return errors.New("the fault has no Reason with a Text")
	}
	for _, a := range reason.child(space, "Text").Attrs {
		if a.Name.Local == "lang" && (a.Name.Space == codec.XMLNamespace || a.Name.Space == "xml") {
			return nil
		}
	}
	return errors.New("the Text of the fault's Reason has no xml:lang")
}
