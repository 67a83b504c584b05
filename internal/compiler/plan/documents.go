package plan

import (
	"fmt"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/plan/ir"
)

// planDocuments plans a file for every document that was read for the contract.
func (p *planner) planDocuments() {
	if p.model.Documents == nil {
		return
	}
	taken := make(map[string]bool)
	for _, d := range p.model.Documents.Documents {
		if !d.WellKnown {
			p.pkg.Documents = append(p.pkg.Documents, p.document(d, taken))
		}
	}
}

func (p *planner) document(d *load.Document, taken map[string]bool) ir.Document {
	doc := ir.Document{Name: p.documentName(d), Schema: d.Kind == load.Schema, File: documentFile(d, taken), Text: d.Text[d.Start:]}
	doc.InPlace = p.config.InPlace != nil && p.config.InPlace(doc.File)
	seen := make(map[string]bool)
	for _, ref := range d.References {
		if ref.Location == nil || ref.Target == nil || ref.Target.WellKnown {
			continue
		}
		if location := strings.TrimSpace(ref.Location.Value); !seen[location] {
			seen[location] = true
			doc.References = append(doc.References, ir.DocumentReference{Location: location, Document: p.documentName(ref.Target)})
		}
	}
	return doc
}

func (p *planner) documentName(d *load.Document) string {
	if d == p.model.Main {
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
	if stem == "" {
		stem = "document"
	}
	if before, after, _ := strings.Cut(stem, "."); isDevice(before) {
		stem = strings.TrimSuffix(before+"-document."+after, ".")
	}
	if !d.AsRead() {
		stem += "-utf8"
	}
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
