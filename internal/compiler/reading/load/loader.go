package load

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/internal/compiler/reading/catalog"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd11"
)

// Load reads the main document and all documents that it refers to. The Set is
// nil if the main document or a catalog cannot be used. Diagnostics are sorted.
func Load(ctx context.Context, config Config) (*Set, diag.List) {
	l := &loader{
		Config: config, ctx: ctx, set: new(Set), byURI: make(map[string]*Document), pending: make(map[string][]*Reference),
		late: config.Lenient || slices.Contains(config.LenientRules, diag.Malformed),
	}
	l.Limits = l.Limits.withDefaults()
	if l.Read == nil {
		l.Read = ReadFile
	}
	l.beside = sync.OnceValue(func() (all folder) {
		if l.folder != "" {
			all, _ = l.scan(filepath.FromSlash(l.folder))
		}
		return all
	})
	if config.Fetched != "" {
		folder, err := filepath.Abs(config.Fetched)
		l.isReadable(config.Fetched, err)
		l.fetched = folder
	}
	l.readCatalogs(config)
	if l.diags.HasErrors() {
		return nil, l.diags.Sorted()
	}
	l.main(config.Main)
	if l.set.Main == nil {
		return nil, l.diags.Sorted()
	}
	l.wellKnown()
	l.diags = l.diags.Tolerate(func(d diag.Diagnostic) bool { return config.Lenient || slices.Contains(config.LenientRules, d.ID) })
	l.reportUnused()
	return l.set, l.diags.Sorted()
}

func (l Limits) withDefaults() Limits {
	l.Documents = cmp.Or(l.Documents, 1000)
	l.Bytes = cmp.Or(l.Bytes, 256<<20)
	l.Depth = cmp.Or(l.Depth, 256)
	return l
}

type loader struct {
	Config
	ctx  context.Context
	late bool // read documents with a late XML declaration

	catalog catalog.Catalog
	folders []folder      // of Config.Catalogs
	beside  func() folder // in the folder of the main document, up to the limits

	set   *Set
	byURI map[string]*Document // documents by the URI to read; nil for documents that could not be read
	diags diag.List
	bytes int64
	full  bool // a limit was reached and reported

	fetched string // absolute name of the folder Config.Fetched; "" if there is none

	base   *url.URL // address of the main document
	folder string   // folder of the main document as the user wrote it, with slashes; "" for a URI

	// pending holds references that were not followed because their location is
	// remote. It is an error if no other document has the namespace.
	pending map[string][]*Reference // by URI
}

func (l *loader) main(location string) {
	name := filepath.ToSlash(location)
	base, err := mainURI(location)
	if err != nil {
		l.diags.Add(diag.New(diag.Unreadable, diag.Pos{File: name}, "the contract cannot be read: %s", reason(err)))
		return
	}
	l.base = base
	if !isURI(location) {
		l.folder = path.Dir(name)
	}
	at := l.atAddress(base)
	if l.Input != nil {
		at = place{address: base, file: base}
	}
	l.set.Main = l.document(at, nil)
}

func mainURI(location string) (*url.URL, error) {
	if isURI(location) {
		return url.Parse(location)
	}
	return fileURI(location)
}

// document reads the document at a place, unless it was read before, and all
// documents that it refers to. On failure it reports a diagnostic at the
// reference (nil for the main document) and returns nil.
func (l *loader) document(at place, from *Reference) *Document {
	uri := at.file.String()
	if doc, known := l.byURI[uri]; known {
		if pending := l.pending[uri]; pending != nil {
			l.pending[uri] = append(pending, from)
		}
		if doc != nil {
			doc.otherAddresses = collect.Union(doc.otherAddresses, at.address.String())
		}
		return doc
	}
	if len(l.byURI) >= l.Limits.Documents {
		l.limit(from, "the contract has more than %d documents", l.Limits.Documents)
		return nil
	}
	l.byURI[uri] = nil
	name := l.relative(at.address)
	file := l.display(name)
	progress.Doing(l.ctx, "reading %s", file)
	raw, redirected, err := l.readAt(at, from)
	if l.OnRead != nil {
		l.OnRead(file, raw)
	}
	if err != nil {
		l.unreadable(uri, file, from, err)
		return nil
	}
	if l.bytes += int64(len(raw)); l.bytes > l.Limits.Bytes {
		l.limit(from, "the documents are larger than %d bytes in total", l.Limits.Bytes)
		return nil
	}
	doc := l.parse(file, raw, from)
	if doc == nil {
		return nil
	}
	doc.URI, doc.Name, doc.address, doc.file = uri, name, at.address, at.file
	doc.fetched = redirected != nil || l.inFetched(at.file) || from == nil && l.Input != nil && isRemote(at.file)
	if redirected != nil {
		doc.file = redirected
		l.set.Fetched = append(l.set.Fetched, Fetched{at.address.String(), redirected.String(), raw, doc.Kind})
	}
	l.byURI[uri] = doc
	l.set.Documents = append(l.set.Documents, doc)
	doc.Raw, doc.References = raw, references(doc)
	for _, ref := range doc.References {
		l.follow(doc, ref)
	}
	return doc
}

func (l *loader) parse(file string, raw []byte, from *Reference) *Document {
	limits := xmltree.Limits{Depth: l.Limits.Depth, LateDeclaration: l.late}
	tree, diags := xmltree.Parse(file, raw, limits)
	for _, d := range diags {
		if from != nil {
			d = d.WithRelated(from.pos(), "referenced here")
		}
		if hint := kindHint(raw); tree == nil && hint != "" {
			d.Hint = hint
		}
		l.diags.Add(d)
	}
	if tree == nil {
		return nil
	}
	l.diags.Add(updateNamespaces(tree)...)
	doc := &Document{Document: tree}
	switch {
	case tree.Root.Is(wsdlNamespace, "definitions"):
		doc.Kind = WSDL
	case tree.Root.Is(xsdNamespace, "schema"):
		doc.Kind = Schema
	default:
		l.diags.Add(wrongRoot(tree, from))
		return nil
	}
	rewritten, diags := xsd11.Rewrite(tree, doc.Schemas(), limits)
	l.diags.Add(diags...)
	if rewritten == nil {
		return nil
	}
	if rewritten != tree {
		updateNamespaces(rewritten) // what it says was reported above
		doc.Document = rewritten
		if l.bytes += int64(max(0, len(rewritten.Text)-len(tree.Text))); l.bytes > l.Limits.Bytes {
			l.limit(from, "the documents, with the text that is added to schemas of XML Schema 1.1, are larger than %d bytes in total", l.Limits.Bytes)
			return nil
		}
	}
	return doc
}

func wrongRoot(tree *xmltree.Document, from *Reference) diag.Diagnostic {
	root := diag.Quote(tree.Root.RawName())
	if from == nil {
		d := diag.New(diag.WrongRoot, tree.Root.Pos(), "the root element is %s in namespace %s, not the \"definitions\" of WSDL 1.1 or the \"schema\" of an XML Schema",
			root, diag.Quote(tree.Root.Name.Space))
		return d.WithHint("%s", rootHint(tree.Root))
	}
	return diag.New(diag.WrongRoot, from.pos(), "%s refers to a document whose root element is %s",
		diag.Quote(from.Element.RawName()), root).
		WithRelated(tree.Root.Pos(), "the root element, in namespace %s", diag.Quote(tree.Root.Name.Space))
}

// rootHint returns the hint for a main document with a wrong root element.
func rootHint(root *xmltree.Element) string {
	switch {
	case root.Is(wsdl2Namespace, "description"):
		return "this is WSDL 2.0, which quartet does not read"
	case root.Name.Local == "definitions":
		return "the namespace of WSDL 1.1 is " + wsdlNamespace
	case root.Name.Local == "schema":
		return "the namespace of XML Schema is " + xsdNamespace
	case strings.EqualFold(root.Name.Local, "html"):
		return webPage
	}
	return "the contract must be a WSDL 1.1 document or an XML Schema"
}

const (
	webPage = "this is a web page; the address of a contract often ends in ?wsdl"
	openAPI = "this is an OpenAPI document, which quartet does not read; it reads WSDL 1.1 and XML Schema"
)

// kindHint returns a hint that names the kind of a document that is not XML, or "" for an unknown kind.
func kindHint(raw []byte) string {
	text := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(raw[:min(len(raw), 4096)], []byte("\uFEFF")), " \t\r\n-"))
	isJSON := bytes.HasPrefix(text, []byte("{"))
	switch {
	case bytes.HasPrefix(text, []byte("<!doctype html")), bytes.HasPrefix(text, []byte("<html")):
		return webPage
	case isJSON && openAPIMember.Match(text), !isJSON && openAPIKey.Match(text):
		return openAPI
	case isJSON:
		return "this is JSON; the contract must be a WSDL 1.1 document or an XML Schema"
	}
	return ""
}

var (
	openAPIMember = regexp.MustCompile(`"(openapi|swagger)"\s*:`)
	openAPIKey    = regexp.MustCompile(`(?m)^["']?(openapi|swagger)["']?:`)
)

// follow reads the document that a reference in doc refers to.
func (l *loader) follow(doc *Document, ref *Reference) {
	if ref.Location == nil {
		if ref.Kind != SchemaImport {
			l.diags.Add(diag.New(diag.MissingAttr, ref.Element.Pos(), "%s has no attribute %q",
				diag.Quote(ref.Element.RawName()), ref.locationName()))
		}
		return
	}
	at, err := l.locate(doc, ref)
	if err != nil {
		ref.Failed = true
		l.diags.Add(diag.New(diag.BadValue, ref.Location.Pos(), "%s is not a URI reference", diag.Quote(ref.Location.Value)))
		return
	}
	if !at.named && !isThere(at.file) {
		if file := l.inFolders(ref); file != nil {
			at.file, at.named = file, true
		} else if ref.Failed {
			return
		}
	}
	mayRead := at.named || isRemote(at.file) || l.inFetched(at.file) || !isLocal(at.file)
	if doc.fetched && !mayRead {
		ref.Failed = true
		l.diags.Add(diag.New(diag.Unreadable, ref.pos(), "%s cannot be read: a document that was fetched cannot refer to local files", diag.Quote(ref.Written())).
			WithHint("if the file is intended, name it with --catalog"))
		return
	}
	l.followTo(at, ref)
}

// followTo reads the document at a place for a reference.
func (l *loader) followTo(at place, ref *Reference) {
	target := l.document(at, ref)
	if target != nil && ref.Kind != WSDLImport && target.Kind != Schema {
		l.diags.Add(wrongRoot(target.Document, ref))
		target = nil
	}
	ref.Target, ref.Failed = target, target == nil
}

// resolveLocation resolves a location against base. Documents written on Windows
// may have backslashes instead of slashes in relative locations.
func resolveLocation(base *url.URL, location string) (*url.URL, error) {
	location = strings.Trim(location, " \t\r\n")
	if !strings.Contains(location, "/") {
		location = strings.ReplaceAll(location, `\`, "/")
	}
	for isLocal(base) && !isURI(location) && strings.Contains(location, "//") { // ".//types.xsd" is the file types.xsd
		location = strings.ReplaceAll(location, "//", "/")
	}
	u, err := base.Parse(location)
	if err != nil {
		return nil, err
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// relative returns u relative to the main document's folder, or u itself if it
// has another scheme or host.
func (l *loader) relative(u *url.URL) string {
	if l.FullNames && isRemote(l.base) {
		return u.Redacted()
	}
	if u.Scheme != l.base.Scheme || u.Host != l.base.Host || u.Opaque != "" {
		return u.String()
	}
	rel, err := filepath.Rel(filepath.FromSlash(path.Dir(l.base.Path)), filepath.FromSlash(u.Path))
	if err != nil {
		return path.Base(u.Path)
	}
	rel = filepath.ToSlash(rel)
	if u.RawQuery != "" {
		rel += "?" + u.RawQuery
	}
	return rel
}

// display returns the file name of a document for diagnostics: in the folder as
// the user wrote it for the contract.
func (l *loader) display(name string) string {
	if l.folder == "" || isURI(name) {
		return name
	}
	return path.Join(l.folder, name)
}

func (l *loader) unreadable(uri, file string, from *Reference, err error) {
	if from == nil {
		if isRemote(l.base) {
			file = l.base.Redacted() // the last path segment would not be enough
		}
		d := diag.New(diag.Unreadable, diag.Pos{File: file}, "the contract cannot be read: %s", reason(err))
		if errors.Is(err, ErrRemote) {
			d = d.WithHint("use --fetch to fetch it, and --vendor to keep a copy")
		}
		l.diags.Add(d)
		return
	}
	if errors.Is(err, ErrRemote) {
		l.pending[uri] = append(l.pending[uri], from)
		return
	}
	d := diag.New(diag.Unreadable, from.pos(), "%s cannot be read: %s", diag.Quote(from.Written()), reason(err)).WithHint("%s", l.nearby(from))
	var advice interface{ Hint() string }
	if errors.As(err, &advice) {
		d = d.WithHint("%s", advice.Hint())
	}
	l.diags.Add(d)
}

func (l *loader) limit(from *Reference, format string, args ...any) {
	if l.full {
		return
	}
	l.full = true
	pos := diag.Pos{File: l.display(path.Base(l.base.Path))}
	if from != nil {
		pos = from.pos()
	}
	l.diags.Add(diag.New(diag.TooLarge, pos, format, args...))
}
