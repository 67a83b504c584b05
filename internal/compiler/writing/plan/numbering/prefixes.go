package numbering

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/split"
)

// TargetPrefix is the prefix of the target namespace of a package.
const TargetPrefix = "tns"

// Prefixes are the prefixes of the namespaces of a package, which its struct tags and messages have. The target namespace has the
// prefix tns. Another one has the prefix that the contract has for it: of several, the one in the first document that is read and,
// if that has several, the first of more than one letter in the order of their names. The last document that counts is the one with
// the schema of the namespace. If no document has a prefix that can be used, or another namespace has it by this rule, the prefix is
// made from the URI. So a document that is read after the others does not change prefixes. The file of chosen names keeps them
// whatever the documents are.
type Prefixes struct {
	chosen map[string]string // by namespace
	taken  map[string]bool
}

// NewPrefixes returns the prefixes for documents with these roots, in the order in which they are read, and the schemas in them.
// names may be nil.
func NewPrefixes(target string, roots []*xmltree.Element, schemas []*xsd.Schema, names chosen.Names) *Prefixes {
	p := &Prefixes{chosen: maps.Clone(split.UsualPrefixes), taken: make(map[string]bool)}
	p.choose(target, TargetPrefix)
	for key, entry := range names {
		if key.Kind == chosen.Prefix {
			p.choose(key.Space, entry.Name)
		}
	}
	inDocument := make(map[*xmltree.Document][]*xsd.Schema)
	for _, s := range schemas {
		inDocument[s.Element.Doc] = append(inDocument[s.Element.Doc], s)
	}
	for _, root := range roots {
		p.read(root)
		for _, s := range inDocument[root.Doc] {
			p.read(s.Element)
			p.of(s.TargetNamespace)
		}
	}
	return p
}

// meaningless matches prefixes that do not say which namespace they are for, such as those with numbers that tools make.
var meaningless = regexp.MustCompile(`(?i)^(ns|xns|t(arget|ype)?ns|this|target|self|[a-z]{1,3}[0-9]+)$`)

// read chooses prefixes that an element declares, those that say more first.
func (p *Prefixes) read(e *xmltree.Element) {
	attrs := slices.Clone(e.Attrs)
	slices.SortFunc(attrs, func(a, b *xmltree.Attr) int {
		return cmp.Or(min(len(b.Name.Local), 2)-min(len(a.Name.Local), 2), strings.Compare(a.Name.Local, b.Name.Local))
	})
	for _, a := range attrs {
		if a.Name.Space == xmltree.XMLNSNamespace && chosen.IsPrefix(a.Name.Local) && !meaningless.MatchString(a.Name.Local) {
			p.choose(a.Value, a.Name.Local)
		}
	}
}

// choose gives a namespace a prefix, unless it has one, or another namespace has that.
func (p *Prefixes) choose(space, prefix string) {
	if p.chosen[space] == "" && space != "" && !p.taken[prefix] {
		p.chosen[space], p.taken[prefix] = prefix, true
	}
}

// of returns the prefix of a namespace.
func (p *Prefixes) of(space string) string {
	if known := p.chosen[space]; space == "" || known != "" {
		return known
	}
	if word := split.NamespaceWord(space); chosen.IsPrefix(word) {
		p.choose(space, word)
	}
	unique := split.TableEntry(space).Prefix
	p.choose(space, unique)
	for n := 2; p.chosen[space] == ""; n++ {
		p.choose(space, unique+strconv.Itoa(n))
	}
	return p.chosen[space]
}

// Entry returns the entry of a namespace in the tables of the package.
func (p *Prefixes) Entry(space string) ir.TableEntry {
	return ir.TableEntry{URI: space, Space: space, Prefix: p.of(space)}
}
