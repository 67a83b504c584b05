// Package documents decides which documents a generated package embeds, and the names of their files. Handlers serve the documents
// of a contract; besides those that were read, these are other forms of the contract, for programs that cannot read it as it is.
// Validation reads the schemas in them.
package documents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// Plan sets the documents of a package: a file for every document that was read and, for a service, for the other forms of the
// contract. inPlace reports whether a file in the folder of the package is a document of the contract itself; if it is nil,
// no file is one.
func Plan(m *resolve.Model, pkg *ir.Package, inPlace func(file string) bool) {
	if m.Documents == nil {
		return
	}
	var all []ir.Document
	taken, main := make(map[string]bool), m.Main
	for _, d := range m.Documents.Documents {
		if d.WellKnown {
			pkg.WellKnown = append(pkg.WellKnown, d.URI)
			continue
		}
		file := documentFile(d, taken)
		all = append(all, ir.Document{
			Name: documentName(d, main), Schema: d.Kind == load.Schema, File: file, Text: d.Text[d.Start:],
			InPlace: inPlace != nil && inPlace(file), References: references(d, main),
		})
	}
	if len(pkg.Services) > 0 {
		all = append(all, forms(m, all[0], taken)...)
	}
	slices.Sort(pkg.WellKnown)
	pkg.Documents, pkg.Lenient = all, m.Lenient
}

// references returns the locations in a document, each once.
func references(d, main *load.Document) []contract.DocumentReference {
	var all []contract.DocumentReference
	seen := make(map[string]bool)
	for _, ref := range d.References {
		if ref.Location == nil || ref.Target == nil || ref.Target.WellKnown {
			continue
		}
		if location := strings.TrimSpace(ref.Location.Value); !seen[location] {
			seen[location] = true
			all = append(all, contract.DocumentReference{Location: location, Document: documentName(ref.Target, main)})
		}
	}
	return all
}

func documentName(d, main *load.Document) string {
	if d == main {
		return ""
	}
	return d.Name
}

// documentFile returns the name of a document's file: the last part of its name, in characters that every file system and
// the directive go:embed accept. A document that is not written as it was read gets another name, because the one that was
// read may be in the same folder.
func documentFile(d *load.Document, taken map[string]bool) string {
	base := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '-', r == '_':
			return r
		}
		return '-'
	}, path.Base(d.Name)), ".-_")
	extension := ".wsdl"
	if d.Kind == load.Schema {
		extension = ".xsd"
	}
	stem := strings.TrimSuffix(base, extension)
	if len(stem) > maxFileStem {
		stem = stem[:maxFileStem]
	}
	stem = cmp.Or(stem, "document")
	if before, after, _ := strings.Cut(stem, "."); isDevice(before) {
		stem = strings.TrimSuffix(before+"-document."+after, ".")
	}
	if !d.AsRead() {
		stem += "-utf8"
	}
	return unique(stem, extension, taken)
}

// unique returns the name of a file that is not taken, and records it as taken.
func unique(stem, extension string, taken map[string]bool) string {
	name := stem + extension
	for n := 2; taken[strings.ToLower(name)]; n++ { // some file systems ignore case
		name = fmt.Sprintf("%s-%d%s", stem, n, extension)
	}
	taken[strings.ToLower(name)] = true
	return name
}

// maxFileStem is the maximum length of a file name without its extension. Most file systems have a limit of 255 bytes, and
// documents from addresses with a query may have long names.
const maxFileStem = 200

// isDevice reports whether Windows reserves a file name, with any extension, for a device. go:embed does not accept it.
func isDevice(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt")) && '1' <= name[3] && name[3] <= '9'
}
