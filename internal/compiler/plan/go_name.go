package plan

import (
	"go/token"
	"path"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/resolve"
)

// GoName returns an exported Go identifier for a name of the contract. Characters
// other than letters and digits separate words, and each word starts with a
// capital letter: "getAllStationsXML_WithStationType" becomes
// "GetAllStationsXMLWithStationType".
func GoName(name string) string {
	var b strings.Builder
	start := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	id := b.String()
	if !token.IsExported(id) || !token.IsIdentifier(id) {
		return "X" + id
	}
	return id
}

// packageName returns the option of the user, or a name made from the contract's
// file name.
func (p *planner) packageName() string {
	if p.config.Package != "" {
		return p.config.Package
	}
	var b strings.Builder
	base := p.pkg.Source
	for _, r := range strings.ToLower(strings.TrimSuffix(base, path.Ext(base))) {
		if 'a' <= r && r <= 'z' || b.Len() > 0 && '0' <= r && r <= '9' {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if !token.IsIdentifier(name) || name == "main" {
		return "service" + name
	}
	return name
}

func sourceName(m *resolve.Model) string { return path.Base(m.Main.Name) }
