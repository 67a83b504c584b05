// Package snapshot keeps documents that were fetched: each in a file, with an
// OASIS XML catalogue beside them that says which address each one has. The
// next run reads the catalogue and needs no network, and a change of a document
// is a change of a file, for reviewers to see.
package snapshot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/catalog"
	"example.com/quartet/internal/compiler/xmltree"
)

// CatalogName is the name of the catalogue.
const CatalogName = "catalog.xml"

// mark stands in catalogues that this package wrote.
const mark = "Documents that quartet fetched."

// Document is a document that was fetched.
type Document struct {
	Address string // that was asked for
	At      string // that redirects led to
	Text    []byte
	Schema  bool // rather than WSDL
}

// File is a file of the folder.
type File struct {
	Name string // relative, with slashes
	Data []byte
}

// Files returns what is to be written for documents into a folder whose
// catalogue is known: a file for each, and the catalogue with an entry for each
// of its addresses. known is nil if there is no catalogue yet. A catalogue that
// somebody else wrote is an error.
func Files(known []byte, documents []Document) ([]File, error) {
	entries, err := read(known)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{CatalogName: true} // a host may be called like that
	for _, name := range entries {
		take(taken, name)
	}
	var files []File
	for _, d := range documents {
		name, recorded := entries[d.At]
		if !recorded {
			name = fileName(d, taken)
			take(taken, name)
		}
		entries[d.At], entries[d.Address] = name, name
		files = append(files, File{name, d.Text})
	}
	return append(files, File{CatalogName, write(entries)}), nil
}

// read returns the files of a catalogue by address.
func read(raw []byte) (map[string]string, error) {
	entries := make(map[string]string)
	if raw == nil {
		return entries, nil
	}
	if !bytes.Contains(raw, []byte(mark)) {
		return nil, errors.New("it was not written by quartet; name it with --catalog, and another folder with --vendor")
	}
	doc, diags := xmltree.Parse(CatalogName, raw, xmltree.Limits{})
	if doc == nil {
		return nil, diags[0]
	}
	for e := range doc.Root.Elements() {
		name, _ := e.Value("name")
		file, err := url.PathUnescape(value(e, "uri"))
		if err == nil && e.Is(catalog.Namespace, "uri") && name != "" && filepath.IsLocal(filepath.FromSlash(file)) {
			entries[name] = file
		}
	}
	return entries, nil
}

func value(e *xmltree.Element, attribute string) string {
	v, _ := e.Value(attribute)
	return v
}

func write(entries map[string]string) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString("<!-- " + mark + " Remove an entry to fetch its document anew. -->\n")
	b.WriteString(`<catalog xmlns="` + catalog.Namespace + `">` + "\n")
	for _, address := range slices.Sorted(maps.Keys(entries)) {
		b.WriteString(`  <uri name="`)
		escape(&b, address)
		b.WriteString(`" uri="`)
		escape(&b, (&url.URL{Path: entries[address]}).EscapedPath())
		b.WriteString("\"/>\n")
	}
	b.WriteString("</catalog>\n")
	return b.Bytes()
}

func escape(b *bytes.Buffer, text string) {
	if err := xml.EscapeText(b, []byte(text)); err != nil {
		panic(err) // a buffer takes everything
	}
}

// take notes that a file and its folders exist. File systems may not tell
// upper case from lower case.
func take(taken map[string]bool, name string) {
	for ; name != "."; name = path.Dir(name) {
		taken[strings.ToLower(name)] = true
	}
}

// mostFolders bounds how deep files are, as no file system takes paths of any
// length. The end of an address tells more than its start.
const mostFolders = 12

// fileName makes the name of a document's file from its address: the host and
// the path, so that documents that refer to each other by relative addresses do
// so as files as well.
func fileName(d Document, taken map[string]bool) string {
	folder, base := "document", ""
	if u, err := url.Parse(d.At); err == nil {
		folder = plain(u.Host)
		segments := strings.Split(path.Clean("/"+u.Path), "/")[1:]
		segments = segments[max(len(segments)-mostFolders, 0):]
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
	if base == "" {
		base = "index"
	}
	name := folder + "/" + base + extension
	for n := 2; taken[strings.ToLower(name)] || isUnder(name, taken); n++ {
		name = fmt.Sprintf("%s-%d/%s%s", folder, n, base, extension)
	}
	return name
}

// isUnder reports whether a folder of that name would be a file.
func isUnder(name string, taken map[string]bool) bool {
	for dir := path.Dir(strings.ToLower(name)); dir != "."; dir = path.Dir(dir) {
		switch path.Ext(dir) {
		case ".xsd", ".wsdl", ".xml": // all files end so, and no other folder needs to
			if taken[dir] {
				return true
			}
		}
	}
	return false
}

// plain returns text that is a part of a file name everywhere: letters, digits
// and a few signs.
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
	s = strings.Trim(s, ".") // Windows ignores those at the end
	stem, _, _ := strings.Cut(strings.ToLower(s), ".")
	if s == "" || slices.Contains(devices, stem) {
		return "_" + s
	}
	return s
}

// devices are the names that Windows has for them, whatever their extension.
var devices = strings.Fields(`con prn aux nul
	com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// Write puts files into the folder, which is made if need be. Files that hold
// the same bytes are left alone; nothing is removed.
func Write(dir string, files []File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, f.Data) {
			continue
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
