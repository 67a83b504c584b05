package load

import (
	"context"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"

	"example.com/quartet/internal/compiler/diag"
)

// place is where a document is: what it is called, and where it is read, which
// differ if a catalogue says so.
type place struct {
	address *url.URL
	file    *url.URL
}

// readCatalogs reads what the user gave for finding documents.
func (l *loader) readCatalogs(config Config) {
	for _, a := range config.Addresses {
		file, err := mainURI(a.File)
		if err != nil {
			l.diags.Add(diag.New(diag.Unreadable, diag.Pos{File: filepath.ToSlash(a.File)}, "%s", reason(err)))
			continue
		}
		l.catalog.Add(a.URI, file.String())
	}
	for _, name := range config.Catalogs {
		u, err := mainURI(name)
		if err != nil {
			l.diags.Add(diag.New(diag.Unreadable, diag.Pos{File: filepath.ToSlash(name)}, "%s", reason(err)))
			continue
		}
		l.diags.Add(l.catalog.Read(u.String(), filepath.ToSlash(name), func(uri string) ([]byte, error) {
			raw, err := l.read(l.ctx, uri)
			if err != nil {
				return nil, fmt.Errorf("%s", reason(err))
			}
			return raw, nil
		})...)
	}
}

// reportUnused reports addresses that nothing in the contract has.
func (l *loader) reportUnused(addresses []Address) {
	for _, uri := range l.catalog.Unused() {
		l.diags.Add(diag.New(diag.UnknownWish, diag.Pos{File: l.display(path.Base(l.base.Path))}, "no document %s is referred to", diag.Quote(uri)))
	}
}

// atAddress returns the place of a document that is referred to by an address.
func (l *loader) atAddress(address *url.URL) place {
	if to, ok := l.catalog.Locate(address.String()); ok {
		if file, err := url.Parse(to); err == nil {
			return place{address, file}
		}
	}
	return place{address, address}
}

// locate finds out where a reference of a document points to. A catalogue is
// asked for the address, then for the location as it is written. A document
// that a catalogue named or a redirect led to has two addresses of its own, so
// that a relative location may mean a document beside the one that was asked
// for, if the catalogue knows that, or beside the one that was read. At last the
// catalogue is asked for the namespace.
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
			return place{address, file}, nil
		}
	}
	if file, err := resolveLocation(doc.file, location); err == nil && *file != *address {
		return place{address, l.atAddress(file).file}, nil
	}
	if isRemote(address) && ref.Kind == SchemaImport && ref.Namespace != nil {
		if to, ok := l.catalog.LocateNamespace(ref.Namespace.Value); ok {
			if file, err := url.Parse(to); err == nil {
				return place{address, file}, nil
			}
		}
	}
	return at, nil
}

func isRemote(u *url.URL) bool { return u.Scheme == "http" || u.Scheme == "https" }

// readAt reads a document. moved is the address that redirects led to, for one
// that was fetched. What is well known is not fetched.
func (l *loader) readAt(uri string, from *Reference) (raw []byte, moved *url.URL, err error) {
	u, err := url.Parse(uri)
	if err != nil {
		return nil, nil, err
	}
	if l.fetch == nil || !isRemote(u) {
		raw, err = l.read(l.ctx, uri)
		return raw, nil, err
	}
	if from != nil && from.Kind == SchemaImport && from.Namespace != nil && wellKnownFile[from.Namespace.Value] != "" {
		return nil, nil, errRemote
	}
	raw, at, err := l.fetch(l.ctx, uri)
	if err != nil {
		return nil, nil, err
	}
	moved, err = url.Parse(at)
	return raw, moved, err
}

// addCatalogued follows the imports that name no location, of namespaces that
// the contract does not bring and the catalogue knows.
func (l *loader) addCatalogued(doc *Document, provided map[string]*Document) {
	for _, ref := range doc.References {
		if ref.Kind != SchemaImport || ref.Location != nil || ref.Target != nil || ref.Failed || ref.Namespace == nil || provided[ref.Namespace.Value] != nil {
			continue
		}
		to, ok := l.catalog.LocateNamespace(ref.Namespace.Value)
		if !ok {
			continue
		}
		if file, err := url.Parse(to); err == nil {
			l.followTo(place{namespaceAddress(ref.Namespace.Value), file}, ref)
		}
	}
}

// namespaceAddress returns what a document is called that has no address but its
// namespace.
func namespaceAddress(namespace string) *url.URL {
	if u, err := url.Parse(namespace); err == nil && u.IsAbs() {
		return u
	}
	return &url.URL{Scheme: "namespace", Opaque: url.PathEscape(namespace)}
}

// Overlay returns a Reader that has files of its own, by URI, before those of
// another.
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
