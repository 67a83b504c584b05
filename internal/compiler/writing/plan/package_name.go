package plan

import (
	"go/token"
	"path"
	"strings"
)

// packageName returns a name made from the contract's file name.
func packageName(base string) string {
	var b strings.Builder
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
