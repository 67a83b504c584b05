package component

import (
	"fmt"
	"io"
	"io/fs"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

const wsdlNamespace = "http://schemas.xmlsoap.org/wsdl/"

// isSchemaNamespace reports whether a namespace is that of XML Schema or of one of its drafts, which are read like it.
func isSchemaNamespace(uri string) bool {
	switch uri {
	case xsd.Namespace, "http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema":
		return true
	}
	return false
}

// document is a document that has been scanned.
type document struct {
	set      *contract.DocumentSet
	file     string
	isSchema bool
	number   int
	isMain   bool // the first of its set
	schemas  []*source
	imports  []reference // wsdl:import
	reached  bool

	references []contract.DocumentReference // to documents of its set
	byName     map[string]*document         // which are these

	documented bool // see ReadDocumented
}

// place is a part of a document.
type place struct {
	document *document
	scope    *scope // the namespace declarations around it
	from, to int32
}

// source is an xs:schema element. It has a schema for each namespace that it defines: an include may give it one.
type source struct {
	document   *document
	scope      *scope
	attributes map[string]string
	tops       []top
	references []reference
	schemas    []*xsdSchema
}

// top is a child of an xs:schema element that defines a component.
type top struct {
	kind   kind
	simple bool
	name   string
	head   xsd.QName // of the substitution group
	from   int32
	to     int32
}

// reference is an import, an include or a redefinition.
type reference struct {
	kind     string // local name
	location string
	located  bool
	tops     []top // the components that xs:redefine has
}

// limits are those of the decoder.
var limits = codec.Limits{Depth: maxDepth + 1, Attributes: 4096, NameLength: 1 << 16}

// scanner finds the schemas and their components in a document.
type scanner struct {
	*codec.Decoder
	document *document
	wsdl     *wsdlIndex
}

// scan finds the components in a document.
func (r *reader) scan(doc *document) error {
	text, err := fs.ReadFile(doc.set.Files, doc.file)
	if err != nil {
		return err
	}
	if r.bytes += len(text); r.bytes > maxSize {
		return fmt.Errorf("the documents have more than %d bytes", maxSize)
	}
	s := scanner{Decoder: codec.NewDecoder(text, nil, limits), document: doc, wsdl: &r.set.wsdl}
	defer s.Release()
	if s.Root() {
		switch space, local := s.Tag(); {
		case local == "schema" && isSchemaNamespace(space):
			doc.isSchema = true
			s.schema(nil)
		case local == "definitions" && space == wsdlNamespace:
			s.definitions()
		}
	}
	if s.Failed != nil {
		return s.Failed
	}
	return nil
}

// definitions scans a WSDL document.
func (s *scanner) definitions() {
	target, _ := s.Attr("", "targetNamespace")
	outer := scopeOf(s.Decoder, nil)
	s.Open()
	for s.Child() {
		space, local := s.Tag()
		switch {
		case space != wsdlNamespace:
			s.skip()
		case local == "import":
			s.document.imports = append(s.document.imports, s.reference(local))
			s.skip()
		case local == "types":
			scope := scopeOf(s.Decoder, outer)
			s.Open()
			for s.Child() {
				if space, local := s.Tag(); local == "schema" && isSchemaNamespace(space) {
					s.schema(scope)
				} else {
					s.skip()
				}
			}
		default:
			name, _ := s.Attr("", "name")
			from := s.TagStart()
			s.skipNoting()
			s.wsdl.add(wsdlKey{local, xsd.QName{Space: target, Local: strings.TrimSpace(name)}}, place{s.document, outer, int32(from), int32(s.Pos)})
		}
	}
}

// schema scans the current element, which is an xs:schema.
func (s *scanner) schema(outer *scope) {
	src := &source{document: s.document, scope: scopeOf(s.Decoder, outer), attributes: make(map[string]string)}
	s.document.schemas = append(s.document.schemas, src)
	for i := range s.Attrs {
		if a := &s.Attrs[i]; a.URI == "" {
			src.attributes[string(s.Buf[a.Local:a.End])] = string(a.Value)
		}
	}
	s.Open()
	for s.Child() {
		space, local := s.Tag()
		switch {
		case !isSchemaNamespace(space):
			s.skip()
		case local == "import" || local == "include":
			src.references = append(src.references, s.reference(local))
			s.skip()
		case local == "redefine":
			ref := s.reference(local)
			s.Open()
			for s.Child() {
				if space, local := s.Tag(); isSchemaNamespace(space) {
					ref.tops = s.top(ref.tops, local)
				} else {
					s.skip()
				}
			}
			src.references = append(src.references, ref)
		default:
			src.tops = s.top(src.tops, local)
		}
	}
}

// reference reads the attributes of a reference to another document.
func (s *scanner) reference(kind string) reference {
	name := "schemaLocation"
	if _, ok := s.Attr("", "location"); ok {
		name = "location"
	}
	location, ok := s.Attr("", name)
	return reference{kind: kind, location: strings.TrimSpace(location), located: ok}
}

var topKinds = map[string]kind{
	"simpleType": typeKind, "complexType": typeKind, "element": elementKind, "attribute": attributeKind,
	"group": groupKind, "attributeGroup": attributeGroupKind,
}

// top adds the current element, if it defines a component, and skips it.
func (s *scanner) top(all []top, local string) []top {
	t := top{kind: topKinds[local], simple: local == "simpleType", from: int32(s.TagStart())}
	name, _ := s.Attr("", "name")
	t.name = componentName(name)
	if head, ok := s.Attr("", "substitutionGroup"); ok && t.kind == elementKind {
		if space, local, ok := s.ResolveQName(head); ok {
			t.head = xsd.QName{Space: space, Local: local}
		}
	}
	s.skip()
	if t.to = int32(s.Pos); t.kind == noKind || t.name == "" {
		return all
	}
	return append(all, t)
}

// componentName returns a name without white space around it. Of one with a colon, which it must not have, only the part
// after that counts.
func componentName(name string) string {
	name = strings.Trim(name, blanks)
	if lex.IsNCName(name) {
		return name
	}
	if _, local, _ := strings.Cut(name, ":"); lex.IsNCName(local) {
		return local
	}
	return ""
}

const blanks = " \t\r\n"

// skip reads the current element.
func (s *scanner) skip() {
	s.IgnoreNil()
	s.Skip()
}

// skipNoting reads the current element, and notes whether Set.Messages has to read bindings.
func (s *scanner) skipNoting() {
	switch string(s.LocalName()) {
	case "part":
		_, typed := s.Attr("", "type")
		s.wsdl.typed = s.wsdl.typed || typed
	case "binding", "operation":
		_, isHTTP := s.Attr("", "verb")
		s.wsdl.blocks = s.wsdl.blocks || isHTTP
		style, _ := s.Attr("", "style")
		s.wsdl.rpc = s.wsdl.rpc || strings.Trim(style, blanks) == "rpc"
	case "header", "fault":
		s.wsdl.blocks = true
	}
	if use, _ := s.Attr("", "use"); strings.Trim(use, blanks) == "encoded" {
		s.wsdl.encoded = true
	}
	s.IgnoreNil()
	s.Open()
	for s.Child() {
		s.skipNoting()
	}
}

// read returns the text of a place.
func (p *place) read() ([]byte, error) {
	f, err := p.document.set.Files.Open(p.document.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := make([]byte, p.to-p.from)
	var r io.Reader = f
	if at, ok := f.(io.ReaderAt); ok {
		r = io.NewSectionReader(at, int64(p.from), int64(len(text)))
	} else if _, err := io.CopyN(io.Discard, f, int64(p.from)); err != nil {
		return nil, err
	}
	_, err = io.ReadFull(r, text)
	return text, err
}
