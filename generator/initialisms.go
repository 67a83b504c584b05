package generator

import (
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// InitialismPattern is a regular expression that all [Config.Initialisms] match.
const InitialismPattern = naming.InitialismPattern

// CheckInitialism reports a text that cannot be an initialism.
func CheckInitialism(text string) error {
	if !naming.IsInitialism(text) {
		return fmt.Errorf("%s is not an initialism: it must be a capital letter followed by ASCII letters or digits, such as ID", diag.Quote(text))
	}
	return nil
}

// goInitialisms are the initialisms that linters of Go names know.
const goInitialisms = "ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON LHS QPS RAM RHS RPC SLA SMTP SQL SSH TCP TLS TTL UDP UI UID URI URL UTF8 UUID VM XML XMPP XSRF XSS"

// Initialisms returns the initialisms of Go's conventions that change a name of the package, for [Config.Initialisms].
func (r *Result) Initialisms() (used []string) {
	var names []string
	for _, n := range r.Names {
		names = append(names, n.Go)
	}
	for _, m := range r.Methods {
		names = append(names, m.Go)
	}
	for _, s := range r.plan.Structs {
		for _, f := range slices.Concat(s.Fields, s.Attrs) {
			names = append(names, f.Name)
		}
	}
	for _, text := range strings.Fields(goInitialisms) {
		in := naming.NewInitialisms([]string{text})
		if slices.ContainsFunc(names, func(name string) bool { return in.Apply(name) != name }) {
			used = append(used, text)
		}
	}
	return used
}
