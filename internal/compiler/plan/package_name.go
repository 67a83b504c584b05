package plan

import (
	"go/token"
	"path"
	"strings"

	"example.com/quartet/internal/compiler/resolve"
)

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
