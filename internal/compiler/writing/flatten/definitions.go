package flatten

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// checkMerge reports what prevents merging the documents into one.
func (f *flattener) checkMerge() {
	if !f.KeepImports {
		for _, d := range f.model.Documents.Documents {
			for _, ref := range d.References {
				if ref.Kind == load.Redefine && followed(ref) {
					f.diags.Add(diag.New(diag.CannotCombine, ref.Element.Pos(), "%s redefines the schema %s, which must be in a separate document", diag.Quote(ref.Element.RawName()), diag.Quote(ref.Written())).
						WithHint("keep the imports"))
				}
			}
		}
	}
	f.checkNamespaces()
	f.checkNames()
}

// checkNamespaces reports WSDL documents whose components would have no namespace: a prefix
// cannot refer to them.
func (f *flattener) checkNamespaces() {
	if f.model.Main.Root.Get("targetNamespace") != "" {
		return
	}
	for _, d := range f.documents[1:] {
		if namespace := d.Root.Get("targetNamespace"); namespace != "" {
			f.diags.Add(diag.New(diag.CannotCombine, d.Root.Pos(), "the target namespace is %s, but the document that imports this one has none", diag.Quote(namespace)))
		}
	}
}

// component identifies a component of WSDL by the local name of its element and its name.
type component struct {
	kind string
	name xmltree.QName
}

// checkNames gives new names to messages, portTypes and bindings whose names would be the same
// in one namespace; these names do not occur in messages. Components of one namespace that are
// declared twice are equal, and stay once.
func (f *flattener) checkNames() {
	known := make(map[component]bool)
	names := make(map[component]*xmltree.Element) // without namespaces
	for _, d := range f.documents {
		for e := range d.Root.Elements() {
			a := e.Attr("name")
			if a == nil || e.Name.Space != wsdl11.Namespace {
				continue
			}
			name := strings.Trim(a.Value, xmltree.Spaces)
			c := component{e.Name.Local, xmltree.QName{Space: d.Root.Get("targetNamespace"), Local: name}}
			if known[c] {
				f.texts[d].RemoveElement(e)
				continue
			}
			known[c] = true
			first := names[component{kind: c.kind, name: xmltree.QName{Local: name}}]
			if first != nil && c.kind == "service" {
				f.diags.Add(diag.New(diag.CannotCombine, e.Pos(), "two services have the name %s", diag.Quote(name)).WithRelated(first.Pos(), "the other service"))
				continue
			}
			unique := name
			for n := 2; names[component{kind: c.kind, name: xmltree.QName{Local: unique}}] != nil; n++ {
				unique = name + "_" + strconv.Itoa(n)
			}
			names[component{kind: c.kind, name: xmltree.QName{Local: unique}}] = e
			if unique != name {
				f.texts[d].SetValue(a, unique)
			}
			f.names[c] = unique
		}
	}
}

// shareNamespaces declares the prefixes of all WSDL documents at the root of the main one, as far
// as they have no other meaning there.
func (f *flattener) shareNamespaces() {
	root := f.model.Main.Root
	f.root = scopeAt(root)
	for _, d := range f.documents[1:] {
		f.root = f.main().share(root, f.root, scopeAt(d.Root), func(prefix string) bool { return uses(d.Text, prefix) })
	}
	f.types = f.root
	if types := root.Child(wsdl11.Namespace, "types"); types != nil {
		f.types = f.root.with(declarations(types))
	}
}

// mergeNames changes references to components of WSDL documents with another target namespace,
// because the components move into the target namespace of the main document.
func (f *flattener) mergeNames() {
	main := f.model.Main.Root.Get("targetNamespace")
	others := make(map[string]bool)
	for _, d := range f.documents[1:] {
		if namespace := d.Root.Get("targetNamespace"); namespace != main {
			others[namespace] = true
		}
	}
	if len(others) == 0 {
		return
	}
	prefix := f.prefixFor(main)
	for _, d := range f.documents {
		for e := range d.Root.All() {
			for a, kind := range wsdl11.References(e) {
				name, err := e.ResolveQName(a.Value)
				if kind == "" || err != nil {
					continue
				}
				if unique := cmp.Or(f.names[component{kind, name}], name.Local); unique != name.Local || others[name.Space] {
					f.texts[d].SetValue(a, prefix+":"+unique)
				}
			}
		}
	}
}

// prefixFor returns a prefix that has the namespace everywhere in the text.
func (f *flattener) prefixFor(namespace string) string {
	declared := make(map[string][]string) // namespaces by prefix, at most two
	for _, d := range f.documents {
		for a := range d.AllAttrs() {
			if known := declared[a.Name.Local]; a.IsDeclaration() && a.Prefix != "" && len(known) < 2 {
				declared[a.Name.Local] = collect.Union(known, a.Value)
			}
		}
	}
	for _, prefix := range slices.Sorted(maps.Keys(f.root)) {
		if prefix != "" && f.root[prefix] == namespace && len(declared[prefix]) == 1 {
			return prefix
		}
	}
	prefix := "contract"
	for n := 2; declared[prefix] != nil; n++ {
		prefix = fmt.Sprint("contract", n)
	}
	f.main().declare(f.model.Main.Root, prefix, namespace)
	f.root[prefix], f.types[prefix] = namespace, namespace
	return prefix
}

// keepReferences makes the locations of schemas relative to the main document, and returns the
// references.
func (f *flattener) keepReferences() []Reference {
	var all []Reference
	for _, d := range f.documents {
		for _, ref := range d.References {
			if ref.Location == nil || !followed(ref) || ref.Target.Kind != load.Schema {
				continue
			}
			location := strings.TrimSpace(ref.Location.Value)
			if d != f.model.Main {
				location = ref.Target.Name
				f.texts[d].SetValue(ref.Location, location)
			}
			all = collect.Union(all, Reference{location, ref.Target})
		}
	}
	return all
}

// assemble adds the content of the other WSDL documents, and the schemas, to the main document.
func (f *flattener) assemble() {
	schemas := f.schemas(f.model.Main)
	var components strings.Builder
	for _, d := range f.documents[1:] {
		imported := f.schemas(d)
		schemas += f.typesOf(d) + imported
		components.WriteString(f.components(d))
	}
	root := f.model.Main.Root
	types, first := root.Child(wsdl11.Namespace, "types"), true
	for e := range root.Elements() {
		if ref := f.references[e]; ref == nil || !f.replaced(ref) {
			continue
		}
		f.main().RemoveElement(e)
		if first && types == nil {
			text := ""
			if schemas != "" {
				name := strings.TrimSuffix(root.RawName(), root.Name.Local) + "types"
				text = f.newline + "  <" + name + ">" + schemas + f.newline + "  </" + name + ">"
			}
			f.main().Insert(e.End, text+components.String())
		}
		first = false
	}
	if types != nil {
		if schemas != "" {
			f.main().AppendTo(types, schemas, f.newline)
		}
		f.main().Insert(types.End, components.String())
	}
}

// replaced reports whether a wsdl:import is replaced by what it imports.
func (f *flattener) replaced(ref *load.Reference) bool {
	return ref.Kind == load.WSDLImport && followed(ref) && (ref.Target.Kind == load.WSDL || !f.KeepImports)
}

// schemas inlines what the schemas in a WSDL document refer to, and returns the schemas that it
// imports itself.
func (f *flattener) schemas(d *load.Document) string {
	if f.KeepImports {
		return ""
	}
	for _, e := range d.Schemas() {
		f.schema(d, e)
	}
	imported := ""
	for _, ref := range d.References {
		if ref.Kind == load.WSDLImport && followed(ref) && ref.Target.Kind == load.Schema {
			imported += f.document(ref.Target)
		}
	}
	return imported
}

// schema inlines what a schema in a WSDL document refers to.
func (f *flattener) schema(d *load.Document, e *xmltree.Element) {
	text, in := f.texts[d], f.types.with(declarations(e))
	if d != f.model.Main {
		in = text.move(e, scopeAt(e.Parent), f.types)
	}
	f.use(e, e.Get("targetNamespace"))
	after := f.inline(text, e, in)
	if f.isShell(e) {
		text.Replace(xmltree.LineStart(e.Doc.Text, e.Offset), e.End, after)
	} else {
		text.Insert(e.End, after)
	}
}

// typesOf returns the content of wsdl:types of a document other than the main one.
func (f *flattener) typesOf(d *load.Document) string {
	text := f.texts[d]
	var all strings.Builder
	for types := range d.Root.Named(wsdl11.Namespace, "types") {
		for e := range types.Elements() {
			if f.KeepImports || !e.Is(xsd.Namespace, "schema") {
				text.move(e, scopeAt(types), f.types)
			}
		}
		if from, to, ok := types.Content(); ok {
			all.WriteString(strings.TrimRight(text.Between(from, to), xmltree.Spaces))
		}
	}
	return all.String()
}

// components returns the content of a WSDL document other than the main one, without its types.
// The main document provides the documentation of the whole document.
func (f *flattener) components(d *load.Document) string {
	text, in := f.texts[d], scopeAt(d.Root)
	for e := range d.Root.Elements() {
		ref := f.references[e]
		switch {
		case e.Is(wsdl11.Namespace, "documentation"), e.Is(wsdl11.Namespace, "types"), ref != nil && f.replaced(ref):
			text.RemoveElement(e)
		default:
			text.move(e, in, f.root)
		}
	}
	from, to, ok := d.Root.Content()
	if !ok {
		return ""
	}
	return f.prolog(d, "  ") + strings.TrimRight(text.Between(from, to), xmltree.Spaces)
}
