// Package snapshot stores fetched documents in a folder: each in a file, with an
// OASIS XML catalog that maps their addresses to the files. The next run reads
// the catalog and needs no network, and reviewers see a changed document as a
// changed file.
package snapshot

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"example.com/quartet/internal/compiler/reading/catalog"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// CatalogName is the file name of the catalog.
const CatalogName = "catalog.xml"

// mark is a comment in catalogs that this package wrote.
const mark = "Documents that quartet fetched."

// Document is a fetched document.
type Document struct {
	Address      string // as requested
	FinalAddress string // the address after redirects
	Text         []byte
	Schema       bool // whether it is a schema; otherwise it is WSDL
}

// File is a file in the folder. Its Name is relative, with slashes.
type File = txtar.File

// Files returns the files to write for the documents: one for each document, and
// last the catalog with entries for their addresses. known is the catalog that
// the folder has already, or nil; its entries are kept. Files returns an error
// if known was not written by this package.
func Files(known []byte, documents []Document) ([]File, error) {
	entries, err := read(known)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{CatalogName: true} // a host may have that name
	for _, name := range entries {
		take(taken, name)
	}
	var files []File
	for _, d := range documents {
		name, recorded := entries[d.FinalAddress]
		if !recorded {
			name = fileName(d, taken)
			take(taken, name)
		}
		entries[d.FinalAddress], entries[d.Address] = name, name
		files = append(files, File{Name: name, Data: d.Text})
	}
	return append(files, File{Name: CatalogName, Data: write(entries)}), nil
}

// read returns the file names in a catalog by address.
func read(raw []byte) (map[string]string, error) {
	entries := make(map[string]string)
	if raw == nil {
		return entries, nil
	}
	if !bytes.Contains(raw, []byte(mark)) {
		return nil, errors.New("it was not written by quartet; use it with --catalog, and choose another folder with --vendor")
	}
	doc, diags := xmltree.Parse(CatalogName, raw, xmltree.Limits{})
	if doc == nil {
		return nil, diags[0]
	}
	for e := range doc.Root.Elements() {
		name := e.Get("name")
		file, err := url.PathUnescape(e.Get("uri"))
		if err == nil && e.Is(catalog.Namespace, "uri") && name != "" && filepath.IsLocal(filepath.FromSlash(file)) {
			entries[name] = file
		}
	}
	return entries, nil
}

func write(entries map[string]string) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString("<!-- " + mark + " Remove an entry to fetch its document anew. -->\n")
	b.WriteString(`<catalog xmlns="` + catalog.Namespace + `">` + "\n")
	for _, address := range slices.Sorted(maps.Keys(entries)) {
		file := url.URL{Path: entries[address]}
		fmt.Fprintf(&b, "  <uri name=\"%s\" uri=\"%s\"/>\n", xmltree.Escape(address), xmltree.Escape(file.EscapedPath()))
	}
	b.WriteString("</catalog>\n")
	return b.Bytes()
}

// take marks the name of a file and of its folders as taken, in lower case, since
// file systems may ignore case.
func take(taken map[string]bool, name string) {
	for ; name != "."; name = path.Dir(name) {
		taken[strings.ToLower(name)] = true
	}
}

// maxFolders limits the depth of files, since file systems limit the length of
// paths. The last segments of an address are kept, as they are more specific.
const maxFolders = 12

// fileName derives the name of a document's file from the host and path of its
// address, so that relative references between documents work between the files,
// too.
func fileName(d Document, taken map[string]bool) string {
	folder, base := "document", ""
	if u, err := url.Parse(d.FinalAddress); err == nil {
		folder = plain(u.Host)
		segments := strings.Split(path.Clean("/"+u.Path), "/")[1:]
		segments = segments[max(len(segments)-maxFolders, 0):]
		for _, s := range segments[:len(segments)-1] {
			folder += "/" + plain(s)
		}
		if last := segments[len(segments)-1]; last != "" {
			base = plain(last)
		}
		if u.RawQuery != "" {
			base += "_" + plain(u.RawQuery)
		}
	}
	extension := ".wsdl"
	if d.Schema {
		extension = ".xsd"
	}
	switch e := strings.ToLower(path.Ext(base)); e {
	case ".xsd", ".wsdl", ".xml":
		base, extension = strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	}
	base = cmp.Or(base, "index")
	name := folder + "/" + base + extension
	for n := 2; taken[strings.ToLower(name)] || isUnder(name, taken); n++ {
		name = fmt.Sprintf("%s-%d/%s%s", folder, n, base, extension)
	}
	return name
}

// isUnder reports whether a folder in name is already taken by a file.
func isUnder(name string, taken map[string]bool) bool {
	for dir := path.Dir(strings.ToLower(name)); dir != "."; dir = path.Dir(dir) {
		switch path.Ext(dir) {
		case ".xsd", ".wsdl", ".xml": // only files and folders with these extensions can clash
			if taken[dir] {
				return true
			}
		}
	}
	return false
}

// plain replaces the characters of s that are not portable in file names.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '.', r == '_':
			return r
		}
		return '_'
	}, s)
	if len(s) > 100 {
		s = s[len(s)-100:]
	}
	s = strings.Trim(s, ".") // Windows ignores trailing dots
	stem, _, _ := strings.Cut(strings.ToLower(s), ".")
	if s == "" || slices.Contains(devices, stem) {
		return "_" + s
	}
	return s
}

// devices holds the names that Windows reserves for devices, with any extension.
var devices = strings.Fields(`con prn aux nul
	com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)
