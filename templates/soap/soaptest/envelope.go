package soaptest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"slices"
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

// version is what a version of SOAP says about its messages.
type version struct {
	binding                          contract.Binding
	namespace, media                 string
	mediaRule, statusRule, faultRule string

	space        string   // namespace of the elements of a fault
	code, reason []string // paths of elements in a fault
	codes        map[string]soap.FaultCode
}

var versions = []*version{
	{
		binding: contract.SOAP11, namespace: soap.SOAP11Namespace, media: "text/xml",
		mediaRule: "SOAP 1.1, section 6", statusRule: "SOAP 1.1, section 6.2", faultRule: "SOAP 1.1, section 4.4",
		code: []string{"faultcode"}, reason: []string{"faultstring"},
		codes: map[string]soap.FaultCode{
			"Client": soap.FaultClient, "Server": soap.FaultServer, "MustUnderstand": soap.FaultMustUnderstand, "VersionMismatch": soap.FaultVersionMismatch,
		},
	},
	{
		binding: contract.SOAP12, namespace: soap.SOAP12Namespace, media: "application/soap+xml",
		mediaRule: "SOAP 1.2 part 2, section 7.1.4", statusRule: "SOAP 1.2 part 2, section 7.5.2.2", faultRule: "SOAP 1.2 part 1, section 5.4",
		space: soap.SOAP12Namespace, code: []string{"Code", "Value"}, reason: []string{"Reason", "Text"},
		codes: map[string]soap.FaultCode{
			"Sender": soap.FaultClient, "Receiver": soap.FaultServer, "VersionMismatch": soap.FaultVersionMismatch,
			"MustUnderstand": soap.FaultMustUnderstand, "DataEncodingUnknown": soap.FaultDataEncodingUnknown,
		},
	},
}

// versionOf returns the version of a binding over SOAP.
func versionOf(b contract.Binding) *version {
	return versions[slices.IndexFunc(versions, func(v *version) bool { return v.binding == b })]
}

// envelope is a SOAP message.
type envelope struct {
	*version
	root node
	body *node
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
	i := slices.IndexFunc(versions, func(v *version) bool { return e.root.XMLName == xml.Name{Space: v.namespace, Local: "Envelope"} })
	if i < 0 {
		return nil, fmt.Errorf("the root of the response is {%s}%s, not a SOAP envelope", e.root.XMLName.Space, e.root.XMLName.Local)
	}
	e.version = versions[i]
	if e.body = e.root.child(e.namespace, "Body"); e.body == nil {
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
func (e *envelope) fault() *node { return e.body.child(e.namespace, "Fault") }

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

// inFault returns the elements down to the end of a path in the fault.
func (e *envelope) inFault(path []string) ([]*node, error) {
	all := []*node{&e.root, e.body, e.fault()}
	for _, local := range path {
		n := all[len(all)-1].child(e.space, local)
		if n == nil {
			return nil, fmt.Errorf("the fault has no %s in the namespace %q", strings.Join(path, "/"), e.space)
		}
		all = append(all, n)
	}
	return all, nil
}

// faultCode returns the code of a fault by its name in SOAP 1.1: Client for Sender, Server for Receiver. A code of SOAP 1.1 with a dot
// is refined, and may be of another namespace (section 4.4.1): then it is "".
func (e *envelope) faultCode() (soap.FaultCode, error) {
	path, err := e.inFault(e.code)
	if err != nil {
		return "", err
	}
	n := name(path...)
	local := n.Local
	if e.binding == contract.SOAP11 {
		if n.Space != "" && n.Space != e.namespace {
			return "", nil
		}
		local, _, _ = strings.Cut(local, ".")
	}
	if found, ok := e.codes[local]; ok && n.Space == e.namespace {
		return found, nil
	}
	return "", fmt.Errorf("{%s}%s is not a fault code of %s", n.Space, n.Local, e.binding)
}

// checkReason reports what a fault lacks besides the code.
func (e *envelope) checkReason() error {
	path, err := e.inFault(e.reason)
	if err != nil || e.binding == contract.SOAP11 {
		return err
	}
	for _, a := range path[len(path)-1].Attrs {
		if a.Name.Local == "lang" && (a.Name.Space == codec.XMLNamespace || a.Name.Space == "xml") {
			return nil
		}
	}
	return errors.New("the Text of the fault's Reason has no xml:lang")
}
