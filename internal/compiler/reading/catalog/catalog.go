// Package catalog reads XML catalogs (OASIS XML Catalogs 1.1), which map the
// addresses of documents to files.
//
// Contracts refer to documents by URI reference, so entries for URIs take
// precedence. Many catalogs have only entries for system identifiers, so these
// apply to URIs as well (sections 7.1 and 7.2). Entries for URIs and public
// identifiers map namespaces.
package catalog

import (
	"fmt"
	"net/url"
	"strings"
)

// Catalog maps URIs to URIs. The zero Catalog and a nil *Catalog are empty. A
// Catalog is not safe for concurrent use.
type Catalog struct {
	pairs []*pair
	files []*file // in the order in which they are searched
}

// pair is a mapping that was added with Add.
type pair struct {
	from, to string
	used     bool
}

// Add maps the URI from to the URI to. It takes precedence over all files.
func (c *Catalog) Add(from, to string) {
	c.pairs = append(c.pairs, &pair{from: normalize(from), to: to})
}

// Unused returns the URIs that were added with Add and never looked up.
func (c *Catalog) Unused() []string {
	if c == nil {
		return nil
	}
	var unused []string
	for _, p := range c.pairs {
		if !p.used {
			unused = append(unused, p.from)
		}
	}
	return unused
}

// Locate returns the URI that uri is mapped to, and whether there is one.
func (c *Catalog) Locate(uri string) (string, bool) { return c.find(uri, uriEntry, systemEntry) }

// LocateNamespace returns the URI of a document of the namespace, and whether
// there is one.
func (c *Catalog) LocateNamespace(namespace string) (string, bool) {
	return c.find(namespace, uriEntry, publicEntry)
}

func (c *Catalog) find(id string, kinds ...kind) (string, bool) {
	if c == nil || id == "" {
		return "", false
	}
	id = normalize(id)
	for _, p := range c.pairs {
		if p.from == id {
			p.used = true
			return p.to, true
		}
	}
	for _, k := range kinds {
		if to, ok := search(c.files, k, id, 0); ok {
			return to, true
		}
	}
	return "", false
}

// kind is the kind of identifier that an entry maps.
type kind int

const (
	uriEntry kind = iota
	systemEntry
	publicEntry
	kinds
)

// file is a catalog file.
type file struct {
	entries [kinds]entries
	next    []*file // nextCatalog, in document order
}

// entries holds the entries of one kind in a file.
type entries struct {
	exact    map[string]string
	rewrite  []rewrite // replace a prefix
	suffix   []rewrite // replace an identifier with the suffix as a whole
	delegate []delegate
}

type rewrite struct{ match, to string }

type delegate struct {
	prefix string
	file   *file // nil if it could not be read
}

// maxDelegations limits chains of catalogs that delegate to each other.
const maxDelegations = 32

// search looks id up in the files in order. Each file is followed by its
// nextCatalog files. No file is searched twice (section 7.2.2).
func search(files []*file, k kind, id string, depth int) (string, bool) {
	searched := make(map[*file]bool)
	for queue := files; len(queue) > 0; {
		f := queue[0]
		queue = queue[1:]
		if searched[f] {
			continue
		}
		searched[f] = true
		e := &f.entries[k]
		if to, ok := e.find(id); ok {
			return to, true
		}
		if to := e.delegates(id); len(to) > 0 {
			if depth >= maxDelegations {
				return "", false
			}
			return search(to, k, id, depth+1) // no other file is searched (point 5)
		}
		queue = append(f.next[:len(f.next):len(f.next)], queue...)
	}
	return "", false
}

// find returns the URI for id from the entry for id itself, else from the entry
// with the longest matching prefix, else with the longest matching suffix.
func (e *entries) find(id string) (string, bool) {
	if to, ok := e.exact[id]; ok {
		return to, true
	}
	if r := longest(e.rewrite, id, strings.HasPrefix); r != nil && isBelow(id[len(r.match):]) {
		return r.to + id[len(r.match):], true
	}
	if r := longest(e.suffix, id, strings.HasSuffix); r != nil {
		return r.to, true
	}
	return "", false
}

// isBelow reports whether the rest of a URI after a prefix leads to something below the
// prefix. The user chose the prefix, but the rest comes from a document.
func isBelow(rest string) bool {
	rest, _, _ = strings.Cut(rest, "?")
	if plain, err := url.PathUnescape(rest); err == nil {
		rest = plain
	}
	depth := 0
	for segment := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == '/' || r == '\\' }) {
		switch segment {
		case "..":
			depth--
		case ".":
		default:
			depth++
		}
		if depth < 0 {
			return false
		}
	}
	return true
}

func longest(list []rewrite, id string, has func(id, match string) bool) *rewrite {
	var best *rewrite
	for i := range list {
		if r := &list[i]; has(id, r.match) && (best == nil || len(r.match) > len(best.match)) {
			best = r
		}
	}
	return best
}

// delegates returns the files to which the lookup of id is delegated, the longest
// matching prefix first.
func (e *entries) delegates(id string) []*file {
	var files []*file
	for _, d := range e.delegate { // sorted when it was read
		if strings.HasPrefix(id, d.prefix) && d.file != nil {
			files = append(files, d.file)
		}
	}
	return files
}

// normalize escapes the characters that are not allowed in a URI (section 6.3).
func normalize(uri string) string {
	uri = strings.Trim(uri, " \t\r\n")
	if !strings.ContainsFunc(uri, needsEscape) {
		return uri
	}
	var b strings.Builder
	for i := range len(uri) {
		if c := uri[i]; needsEscape(rune(c)) {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func needsEscape(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"<>\\^`{|}", r) }
