package load

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/wellknown"
)

// place is the location of a document: its address in the reference, and the URI
// at which it is read. They differ if a catalog maps the address.
type place struct {
	address *url.URL
	file    *url.URL
	named   bool // whether the user named it, as the main document or in a catalog
}

// readCatalogs reads Config.Addresses and Config.Catalogs.
func (l *loader) readCatalogs(config Config) {
	for _, a := range config.Addresses {
		if file, err := mainURI(a.File); l.isReadable(a.File, err) {
			l.catalog.Add(a.URI, file.String())
		}
	}
	for _, name := range config.Catalogs {
		u, err := mainURI(name)
		if !l.isReadable(name, err) {
			continue
		}
		dir, err := FileName(u.String())
		if info, failed := os.Stat(dir); err == nil && failed == nil && info.IsDir() {
			progress.Doing(l.ctx, "searching %s", name)
			all, err := l.scan(dir)
			l.isReadable(name, err)
			l.folders = append(l.folders, all)
			continue
		}
		l.diags.Add(l.catalog.Read(u.String(), filepath.ToSlash(name), func(uri, name string) ([]byte, error) {
			raw, err := l.Read(l.ctx, uri)
			if err != nil {
				return nil, fmt.Errorf("%s", reason(err))
			}
			if l.OnRead != nil {
				l.OnRead(name, raw)
			}
			return raw, nil
		})...)
	}
}

// isReadable reports whether there is no error, and adds a diagnostic about the file if there is one.
func (l *loader) isReadable(name string, err error) bool {
	if err != nil {
		l.diags.Add(diag.New(diag.Unreadable, diag.Pos{File: filepath.ToSlash(name)}, "%s", reason(err)))
	}
	return err == nil
}

// reportUnused reports Config.Addresses that the contract does not refer to.
func (l *loader) reportUnused() {
	for _, uri := range l.catalog.Unused() {
		d := diag.New(diag.NoMatch, diag.Pos{File: l.display(path.Base(l.base.Path))}, "the contract does not refer to a document %s", diag.Quote(uri))
		d.Hint = spelling.Question(uri, slices.DeleteFunc(l.addresses(), func(address string) bool {
			_, near := spelling.Distance(uri, address, 2) // the addresses of a contract are all alike
			return !near
		}))
		l.diags.Add(d)
	}
}

// addresses returns the remote addresses and namespaces that the documents refer to, which Config.Addresses may map.
func (l *loader) addresses() []string {
	var all []string
	for _, doc := range l.set.Documents {
		for _, ref := range doc.References {
			if ref.Namespace != nil {
				all = append(all, ref.Namespace.Value)
			}
			if ref.Location == nil || doc.address == nil {
				continue
			}
			if u, err := resolveLocation(doc.address, ref.Location.Value); err == nil && isRemote(u) {
				all = append(all, u.String())
			}
		}
	}
	return all
}

// atAddress returns the place of the document with an absolute address.
func (l *loader) atAddress(address *url.URL) place {
	if to, ok := l.catalog.Locate(address.String()); ok {
		if file, err := url.Parse(to); err == nil {
			return place{address, file, true}
		}
	}
	return place{address: address, file: address}
}

// locate returns the place that a reference in doc refers to. It looks up the
// absolute address in the catalogs, then the location as written. If doc was
// named by a catalog or a redirect, it has two addresses, its address and the URI
// at which it was read; a relative location that the catalogs do not map is
// relative to the latter. Finally, locate looks up the namespace.
func (l *loader) locate(doc *Document, ref *Reference) (place, error) {
	location := strings.Trim(ref.Location.Value, " \t\r\n")
	address, err := resolveLocation(doc.address, location)
	if err != nil {
		return place{}, err
	}
	at := l.atAddress(address)
	if at.file != address {
		return at, nil
	}
	if to, ok := l.catalog.Locate(location); ok {
		if file, err := url.Parse(to); err == nil {
			return place{address, file, true}, nil
		}
	}
	if file, err := resolveLocation(doc.file, location); err == nil && *file != *address {
		to := l.atAddress(file)
		return place{address, to.file, to.named}, nil
	}
	if isRemote(address) && ref.Kind == SchemaImport {
		if to, ok := l.catalog.LocateNamespace(ref.TargetNamespace()); ok {
			if file, err := url.Parse(to); err == nil {
				return place{address, file, true}, nil
			}
		}
	}
	return at, nil
}

func isRemote(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// readAt reads or fetches a document. redirected is the final address of a fetched
// document, nil for others. Well-known documents are not fetched.
func (l *loader) readAt(at place, from *Reference) (raw []byte, redirected *url.URL, err error) {
	uri := at.file.String()
	if from == nil && l.Input != nil {
		return l.Input, nil, l.ctx.Err()
	}
	if l.Fetch == nil || !isRemote(at.file) {
		raw, err = l.Read(l.ctx, uri)
		return raw, nil, err
	}
	if from != nil && from.Kind == SchemaImport && wellknown.File(from.TargetNamespace()) != "" {
		return nil, nil, ErrRemote
	}
	address := ""
	if from == nil {
		raw, address, err = l.fetchMain(*at.file)
	} else {
		raw, address, err = l.Fetch(l.ctx, uri, at.named)
	}
	if err != nil {
		return nil, nil, err
	}
	redirected, err = url.Parse(address)
	return raw, redirected, err
}

// fetchMain fetches the main document. At the address of a service there may be a page or an error instead of its contract, which is
// at ?wsdl then.
func (l *loader) fetchMain(u url.URL) (raw []byte, address string, err error) {
	raw, address, err = l.Fetch(l.ctx, u.String(), true)
	if u.RawQuery != "" || err == nil && l.isContract(raw) {
		return raw, address, err
	}
	u.RawQuery = "wsdl"
	if contract, final, err := l.Fetch(l.ctx, u.String(), true); err == nil && l.isContract(contract) {
		return contract, final, nil
	}
	return raw, address, err
}

// isContract reports whether a document has the root element of a contract, in any namespace.
func (l *loader) isContract(raw []byte) bool {
	tree, _ := xmltree.Parse("", raw, xmltree.Limits{Depth: l.Limits.Depth, LateDeclaration: true})
	return tree != nil && (tree.Root.Name.Local == "definitions" || tree.Root.Name.Local == "schema")
}

// inFetched reports whether a file is in the folder of documents that were fetched
// earlier.
func (l *loader) inFetched(file *url.URL) bool {
	name, err := FileName(file.String())
	if err != nil || l.fetched == "" {
		return false
	}
	rel, err := filepath.Rel(l.fetched, name) // Rel cleans both, even if the URI has ".." segments
	return err == nil && filepath.IsLocal(rel)
}

// isThere reports whether there is a file at a URI. For other URIs it reports false: only files can be found without reading them.
func isThere(u *url.URL) bool {
	name, err := FileName(u.String())
	if err != nil {
		return !isRemote(u)
	}
	_, err = os.Stat(name)
	return err == nil
}

// isLocal reports whether readers may read a URI from a file system.
func isLocal(u *url.URL) bool { return u.Scheme == "file" || u.Scheme == "fs" || u.Scheme == "" }

// addFromCatalog follows imports without a location if a catalog maps the
// namespace and no document has it yet.
func (l *loader) addFromCatalog(doc *Document, provided map[string]*Document) {
	for _, ref := range doc.References {
		if ref.Kind != SchemaImport || ref.Location != nil || ref.Target != nil || ref.Failed || ref.Namespace == nil || provided[ref.Namespace.Value] != nil {
			continue
		}
		if to, ok := l.catalog.LocateNamespace(ref.Namespace.Value); ok {
			if file, err := url.Parse(to); err == nil {
				l.followTo(place{namespaceAddress(ref.Namespace.Value), file, true}, ref)
			}
		} else if file := l.inFolders(ref); file != nil {
			l.followTo(place{namespaceAddress(ref.Namespace.Value), file, true}, ref)
		}
	}
}

// namespaceAddress returns the address of a document that is referred to only by
// its namespace.
func namespaceAddress(namespace string) *url.URL {
	if u, err := url.Parse(namespace); err == nil && u.IsAbs() {
		return u
	}
	return &url.URL{Scheme: "namespace", Opaque: url.PathEscape(namespace)}
}

// Overlay returns a Reader that reads the given files, by URI, and everything else
// with next. If next is nil, it is ReadFile.
func Overlay(files map[string][]byte, next Reader) Reader {
	if next == nil {
		next = ReadFile
	}
	return func(ctx context.Context, uri string) ([]byte, error) {
		if raw, ok := files[uri]; ok {
			return raw, ctx.Err()
		}
		return next(ctx, uri)
	}
}
