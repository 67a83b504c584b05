// Package catalog reads XML catalogues (OASIS XML Catalogs 1.1) and tells by
// them where a document is that others name by an address.
//
// Contracts name documents by URI references, so that the entries for URIs
// count first; many catalogues have entries for system identifiers alone, which
// are taken for the same (sections 7.1 and 7.2). Entries for public identifiers
// map namespaces.
package catalog

import (
	"fmt"
	"strings"
)

// Catalog maps addresses to addresses. The zero Catalog maps nothing. It is for
// reading only once it has been read; a nil *Catalog maps nothing, too.
type Catalog struct {
	pairs []*pair
	files []*file // in the order in which they are asked
}

// pair is one address that was given without a catalogue file.
type pair struct {
	from, to string
	used     bool
}

// Add maps one address to another, before anything that files say.
func (c *Catalog) Add(from, to string) {
	c.pairs = append(c.pairs, &pair{from: normalize(from), to: to})
}

// Unused returns what was added and never asked for.
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

// Locate returns where the document is that a reference calls uri; false if the
// catalogue does not know.
func (c *Catalog) Locate(uri string) (string, bool) { return c.find(uri, uriEntry, systemEntry) }

// LocateNamespace returns where a document of the namespace is.
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

// kind is what an entry is for. The values are indices.
type kind int

const (
	uriEntry kind = iota
	systemEntry
	publicEntry
	kinds
)

// file is a catalogue file.
type file struct {
	entries [kinds]entries
	next    []*file // nextCatalog, in document order
}

// entries are the entries of one kind of a file.
type entries struct {
	exact    map[string]string
	rewrite  []rewrite // of a start
	suffix   []rewrite // of an end: the whole is replaced
	delegate []delegate
}

type rewrite struct{ match, to string }

type delegate struct {
	start string
	file  *file // nil if it could not be read
}

// maxDelegations bounds catalogues that hand a question on to each other.
const maxDelegations = 32

// search asks the files one after the other, each with the ones that it names
// as the next, once (section 7.2.2).
func search(files []*file, k kind, id string, depth int) (string, bool) {
	asked := make(map[*file]bool)
	for queue := files; len(queue) > 0; {
		f := queue[0]
		queue = queue[1:]
		if asked[f] {
			continue
		}
		asked[f] = true
		e := &f.entries[k]
		if to, ok := e.find(id); ok {
			return to, true
		}
		if to := e.delegates(id); len(to) > 0 {
			if depth >= maxDelegations {
				return "", false
			}
			return search(to, k, id, depth+1) // nobody else is asked (point 5)
		}
		queue = append(f.next[:len(f.next):len(f.next)], queue...)
	}
	return "", false
}

// find looks for an entry of that name, else for the longest start and the
// longest end.
func (e *entries) find(id string) (string, bool) {
	if to, ok := e.exact[id]; ok {
		return to, true
	}
	if r := longest(e.rewrite, id, strings.HasPrefix); r != nil {
		return r.to + id[len(r.match):], true
	}
	if r := longest(e.suffix, id, strings.HasSuffix); r != nil {
		return r.to, true
	}
	return "", false
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

// delegates returns the files that a name with that start is to be looked for
// in, those of the longest start first.
func (e *entries) delegates(id string) []*file {
	var files []*file
	for _, d := range e.delegate { // sorted when it was read
		if strings.HasPrefix(id, d.start) && d.file != nil {
			files = append(files, d.file)
		}
	}
	return files
}

// normalize escapes what may not stand in a URI (section 6.3).
func normalize(uri string) string {
	uri = strings.Trim(uri, " \t\r\n")
	if !strings.ContainsFunc(uri, escaped) {
		return uri
	}
	var b strings.Builder
	for i := range len(uri) {
		if c := uri[i]; escaped(rune(c)) {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func escaped(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune("\"<>\\^`{|}", r) }
