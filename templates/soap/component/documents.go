package component

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/wellknown"
	"example.com/quartet/templates/soap/xsd"
)

// xsdSchema is an xs:schema element with the namespace that it defines: its own target namespace or, without one, that of a
// schema that includes it.
type xsdSchema struct {
	*source
	target                                 string
	chameleon                              bool // the namespace is that of an including schema
	elementsQualified, attributesQualified bool
	blockDefault                           string
}

// reader reads sets of documents.
type reader struct {
	set       *Set
	schemas   []*xsdSchema
	redefines map[key][]redefinition
	owners    map[string]*contract.DocumentSet // by namespace: the first set that has schemas for it, which count
	bytes     int                              // of all documents

	documented bool // see ReadDocumented
	scanned    int  // documents of all sets so far
}

// redefinition is a component in an xs:redefine (part 1, section 4.2.2).
type redefinition struct {
	top
	schema *xsdSchema
}

// addDocuments scans the documents of a set, and adds their schemas.
func (r *reader) addDocuments(set *contract.DocumentSet) error {
	r.set.lenient = r.set.lenient || set.Lenient
	byName := make(map[string]*document)
	var added []*document
	for _, d := range set.Documents {
		if d.Form != "" || byName[d.Name] != nil {
			continue
		}
		doc := &document{
			set: set, file: d.File, number: r.scanned, isMain: len(added) == 0, documented: r.documented,
			references: d.References, byName: byName,
		}
		r.scanned++
		if err := r.scan(doc); err != nil {
			return fmt.Errorf("%s: %w", d.File, err)
		}
		byName[d.Name] = doc
		added = append(added, doc)
	}
	for _, doc := range added {
		if !doc.isSchema || doc.isMain { // others are read where another one refers to them
			r.addRoots(doc)
		}
	}
	for _, doc := range added {
		if !doc.reached { // it is found by its namespace
			r.addRoots(doc)
		}
	}
	return nil
}

// target returns the document at a location that the document refers to, nil if there is none.
func (doc *document) target(location string) *document {
	i := slices.IndexFunc(doc.references, func(ref contract.DocumentReference) bool { return ref.Location == location })
	if i < 0 {
		return nil
	}
	return doc.byName[doc.references[i].Document]
}

// addWellKnown scans the well-known schemas of namespaces that no other document defines.
func (r *reader) addWellKnown(sets []*contract.DocumentSet) error {
	for _, set := range sets {
		for _, namespace := range set.WellKnown {
			if file := wellknown.File(namespace); file != "" && r.owners[namespace] == nil {
				known := &contract.DocumentSet{Files: wellknown.Files(), Documents: []contract.Document{{File: file, Schema: true}}}
				if err := r.addDocuments(known); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// register enters the components of all schemas. Of several with one name the first counts.
func (r *reader) register() {
	for _, s := range r.schemas {
		r.collectRedefinitions(s)
	}
	for _, s := range r.schemas {
		for _, t := range s.tops {
			r.registerTop(s, t)
		}
	}
	for _, s := range r.schemas {
		s.source.tops, s.source.references, s.source.schemas = nil, nil, nil
	}
}

// addRoots adds the schemas of a document that are not read because another one includes them.
func (r *reader) addRoots(doc *document) {
	for _, s := range doc.schemas {
		r.addSchema(s, s.attributes["targetNamespace"])
	}
	for _, ref := range doc.imports {
		if to := doc.target(ref.location); to != nil && to.isSchema {
			r.addSchema(to.schemas[0], to.schemas[0].attributes["targetNamespace"])
		}
	}
}

// addSchema adds a schema and those that it refers to.
func (r *reader) addSchema(src *source, target string) {
	if slices.ContainsFunc(src.schemas, func(s *xsdSchema) bool { return s.target == target }) || len(r.schemas) > maxSchemas {
		return
	}
	src.document.reached = true
	if owner := r.owners[target]; owner != nil && owner != src.document.set {
		return
	}
	r.owners[target] = src.document.set
	own := src.attributes["targetNamespace"]
	s := &xsdSchema{
		source: src, target: target, chameleon: target != own,
		elementsQualified:   isQualified(src.attributes["elementFormDefault"], false),
		attributesQualified: isQualified(src.attributes["attributeFormDefault"], false),
		blockDefault:        src.attributes["blockDefault"],
	}
	src.schemas = append(src.schemas, s)
	r.schemas = append(r.schemas, s)
	for _, ref := range src.references {
		to := src.document.target(ref.location)
		if !ref.located || to == nil || !to.isSchema {
			continue
		}
		inner := to.schemas[0]
		namespace := inner.attributes["targetNamespace"]
		if ref.kind != "import" {
			namespace = cmp.Or(namespace, target)
		}
		r.addSchema(inner, namespace)
	}
}

func isQualified(form string, otherwise bool) bool {
	switch strings.TrimSpace(form) {
	case "qualified":
		return true
	case "unqualified":
		return false
	}
	return otherwise
}

func (r *reader) collectRedefinitions(s *xsdSchema) {
	for _, ref := range s.references {
		if to := s.document.target(ref.location); ref.kind != "redefine" || to == nil {
			continue
		}
		for _, t := range ref.tops {
			k := key{t.kind, xsd.QName{Space: s.target, Local: t.name}}
			r.redefines[k] = append(r.redefines[k], redefinition{t, s})
		}
	}
}

// registerTop enters a component or, if it is redefined, the redefinitions, each of which redefines the next.
func (r *reader) registerTop(s *xsdSchema, t top) {
	e := r.newEntry(s, t)
	if r.set.index[e.key] != nil {
		return
	}
	chain := r.redefines[e.key]
	for i := len(chain) - 1; i >= 0; i-- {
		e.replaced = true
		original := e
		e = r.newEntry(chain[i].schema, chain[i].top)
		e.original = original
	}
	r.set.index[e.key] = e
	if t.head == (xsd.QName{}) {
		return
	}
	head := s.named(t.head)
	r.set.substitutes[head] = append(r.set.substitutes[head], e)
}

func (r *reader) newEntry(s *xsdSchema, t top) *entry {
	return &entry{
		key: key{t.kind, xsd.QName{Space: s.target, Local: t.name}}, schema: s, simple: t.simple,
		place: place{s.document, s.scope, t.from, t.to},
	}
}
