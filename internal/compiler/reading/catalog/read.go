package catalog

import (
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// Namespace is the namespace of the elements of a catalog.
const Namespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog"

// Limits on one call of Read.
const (
	maxFiles   = 1000
	maxEntries = 1 << 20
)

// Source reads the file at an absolute URI. name is its name in diagnostics.
type Source func(uri, name string) ([]byte, error)

// Read adds a catalog file and the files that it refers to. uri is its absolute
// URI, name its name in diagnostics. If the file cannot be read or is not a
// catalog, that is an error. If a file that it refers to cannot be read or is not
// a catalog, that is a warning, and the file is skipped (section 7).
func (c *Catalog) Read(uri, name string, source Source) diag.List {
	r := &reader{source: source, files: make(map[string]*file)}
	u, err := url.Parse(uri)
	if err != nil {
		return diag.List{diag.New(diag.Unreadable, diag.Pos{File: name}, "%s is not a URI", diag.Quote(uri))}
	}
	r.main = u
	if f := r.file(u, name, nil); f != nil {
		c.files = append(c.files, f)
	}
	return r.diags.Sorted()
}

type reader struct {
	source  Source
	main    *url.URL
	files   map[string]*file // by URI; nil for a file that is not a catalog
	entries int
	diags   diag.List
}

// report adds a diagnostic about a file: a warning at the attribute that refers to
// it, or an error in the file if from is nil.
func (r *reader) report(id, name string, from *xmltree.Attr, format string, args ...any) {
	if from == nil {
		r.diags.Add(diag.New(id, diag.Pos{File: name}, format, args...))
		return
	}
	d := diag.New(id, from.Pos(), format, args...)
	d.Severity = diag.Warning
	r.diags.Add(d)
}

// file reads the file at u unless it has been read already. from is the attribute
// that refers to it, nil for the first file.
func (r *reader) file(u *url.URL, name string, from *xmltree.Attr) *file {
	uri := u.String()
	if f, known := r.files[uri]; known {
		return f
	}
	r.files[uri] = nil
	if len(r.files) > maxFiles {
		r.report(diag.TooLarge, name, from, "more than %d catalog files", maxFiles)
		return nil
	}
	raw, err := r.source(uri, name)
	if err != nil {
		r.report(diag.Unreadable, name, from, "the catalog %s cannot be read: %s", diag.Quote(name), err)
		return nil
	}
	doc, diags := xmltree.Parse(name, raw, xmltree.Limits{})
	if doc != nil && !doc.Root.Is(Namespace, "catalog") {
		diags = diag.List{diag.New(diag.WrongRoot, doc.Root.Pos(), "the root element is %s in namespace %s, not the \"catalog\" of an OASIS XML catalog",
			diag.Quote(doc.Root.RawName()), diag.Quote(doc.Root.Name.Space))}
		doc = nil
	}
	if doc == nil {
		for _, d := range diags {
			if from != nil {
				d.Severity = diag.Warning
				d = d.WithRelated(from.Pos(), "referred to here; the catalog is skipped")
			}
			r.diags.Add(d)
		}
		return nil
	}
	f := new(file)
	r.files[uri] = f
	r.group(f, doc.Root, u)
	for k := range f.entries {
		slices.SortStableFunc(f.entries[k].delegate, func(a, b delegate) int { return len(b.prefix) - len(a.prefix) })
	}
	return f
}

// group reads the entries of a catalog or group element (sections 6.5.1 and
// 6.5.2).
func (r *reader) group(f *file, e *xmltree.Element, base *url.URL) {
	base = r.base(e, base)
	for child := range e.Elements() {
		if child.Name.Space != Namespace {
			continue // extensions are ignored (section 6.4)
		}
		if child.Name.Local == "group" {
			r.group(f, child, base)
			continue
		}
		if r.entries++; r.entries > maxEntries {
			r.report(diag.TooLarge, e.Doc.File, nil, "more than %d catalog entries", maxEntries)
			return
		}
		r.entry(f, child, r.base(child, base))
	}
}

// base applies xml:base.
func (r *reader) base(e *xmltree.Element, base *url.URL) *url.URL {
	a := e.AttrNS(xmltree.XMLNamespace, "base")
	if a == nil {
		return base
	}
	u, err := base.Parse(normalize(a.Value))
	if err != nil {
		r.badURI(a)
		return base
	}
	return u
}

func (r *reader) badURI(a *xmltree.Attr) {
	r.diags.Add(diag.New(diag.BadValue, a.Pos(), "%s is not a URI reference", diag.Quote(a.Value)))
}

// shape describes an entry: the kind of identifier that it maps, the names of its
// attributes, and how it matches.
type shape struct {
	kind     kind
	from, to string
	match    match
}

// match is how an entry matches an identifier.
type match int

const (
	exact match = iota
	byPrefix
	bySuffix
	delegated
)

// shapes describes the entries by element name (sections 6.5.3 to 6.5.14).
var shapes = map[string]shape{
	"public":         {publicEntry, "publicId", "uri", exact},
	"system":         {systemEntry, "systemId", "uri", exact},
	"uri":            {uriEntry, "name", "uri", exact},
	"rewriteSystem":  {systemEntry, "systemIdStartString", "rewritePrefix", byPrefix},
	"rewriteURI":     {uriEntry, "uriStartString", "rewritePrefix", byPrefix},
	"systemSuffix":   {systemEntry, "systemIdSuffix", "uri", bySuffix},
	"uriSuffix":      {uriEntry, "uriSuffix", "uri", bySuffix},
	"delegatePublic": {publicEntry, "publicIdStartString", "catalog", delegated},
	"delegateSystem": {systemEntry, "systemIdStartString", "catalog", delegated},
	"delegateURI":    {uriEntry, "uriStartString", "catalog", delegated},
}

func (r *reader) entry(f *file, e *xmltree.Element, base *url.URL) {
	if e.Name.Local == "nextCatalog" {
		if a, u := r.target(e, "catalog", base); a != nil {
			if next := r.file(u, r.name(u), a); next != nil {
				f.next = append(f.next, next)
			}
		}
		return
	}
	s, known := shapes[e.Name.Local]
	if !known {
		return // an entry of TR 9401, for documents with a DTD
	}
	from := e.Attr(s.from)
	if from == nil {
		r.missing(e, s.from)
		return
	}
	a, u := r.target(e, s.to, base)
	if a == nil {
		return
	}
	id, to, list := normalize(from.Value), u.String(), &f.entries[s.kind]
	switch s.match {
	case exact:
		if list.exact == nil {
			list.exact = make(map[string]string)
		}
		if _, taken := list.exact[id]; !taken { // the first entry is used (section 7.2.2)
			list.exact[id] = to
		}
	case byPrefix:
		list.rewrite = append(list.rewrite, rewrite{id, to})
	case bySuffix:
		list.suffix = append(list.suffix, rewrite{id, to})
	case delegated:
		list.delegate = append(list.delegate, delegate{id, r.file(u, r.name(u), a)})
	}
}

// target returns the attribute with the given name, whose value is a URI
// reference, and the absolute URI.
func (r *reader) target(e *xmltree.Element, attribute string, base *url.URL) (*xmltree.Attr, *url.URL) {
	a := e.Attr(attribute)
	if a == nil {
		r.missing(e, attribute)
		return nil, nil
	}
	u, err := base.Parse(normalize(a.Value))
	if err != nil {
		r.badURI(a)
		return nil, nil
	}
	return a, u
}

func (r *reader) missing(e *xmltree.Element, attribute string) {
	r.diags.Add(diag.New(diag.MissingAttr, e.Pos(), "%s has no attribute %q", diag.Quote(e.RawName()), attribute))
}

// name returns the name of a file in diagnostics: its URI relative to the folder
// of the first file.
func (r *reader) name(u *url.URL) string {
	folder := r.main.String()
	folder = folder[:strings.LastIndexByte(folder, '/')+1]
	return strings.TrimPrefix(u.String(), folder)
}
