package plan

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/xsd"
)

func itoa(n int) string { return strconv.Itoa(n) }

// What packages for namespaces have in common is made from the URI of the
// namespace alone, so that it is the same whichever contract they are generated
// from: the prefix that messages have for it, its number, and, where the user
// names no import path, the folder.

// folderOfNamespace makes the path of a folder from a namespace: the segments of
// the URI, in lower case, such as example.com/orders/v2. What cannot be told
// from the path any more, is told apart by a hash at its end. No segment is
// empty, begins with a dot or an underscore, or means something to the go
// command.
func folderOfNamespace(uri string) string {
	if uri == "" {
		return "none"
	}
	rest, isHTTP := strings.CutPrefix(uri, "http://")
	separator := "/"
	if scheme, after, ok := strings.Cut(uri, "://"); ok && !isHTTP && len(strings.Map(lowerLetter, scheme)) == len(scheme) {
		rest = after
	}
	if urn, ok := strings.CutPrefix(uri, "urn:"); ok && !isHTTP {
		rest, separator = "urn:"+urn, ":"
	}
	var segments []string
	length := 0
	for _, s := range strings.FieldsFunc(rest, func(r rune) bool { return r == '/' || r == ':' || r == '?' || r == '#' }) {
		if s = segment(s); s != "" && length+len(s) < 120 {
			segments = append(segments, s)
			length += len(s) + 1
		}
	}
	if len(segments) == 0 {
		return "n_" + hashOf(uri)
	}
	told := strings.Join(segments, separator)
	if isHTTP && strings.Contains(segments[0], ".") {
		told = "http://" + told
	}
	if told != uri || !isHTTP && separator == "/" {
		segments[len(segments)-1] += "_" + hashOf(uri)
	}
	return strings.Join(segments, "/")
}

// segment makes the name of a folder: letters and digits of ASCII, and between
// them dots, hyphens and underscores.
func segment(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '-', r == '.':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '_'
	}, s)
	if len(s) > 40 {
		s = s[:40]
	}
	s = strings.Trim(s, "._-")
	stem, _, _ := strings.Cut(s, ".")
	if slices.Contains(specialFolders, stem) {
		return "x" + s
	}
	return s
}

// specialFolders are what the go command takes for something else, and names that
// Windows has for devices.
var specialFolders = strings.Fields(`internal vendor testdata con prn aux nul
	com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// hashOf is a short text that hardly two namespaces have in common.
func hashOf(uri string) string {
	sum := sha256.Sum256([]byte(uri))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))[:5]
}

// wordOf returns a word that says something about a namespace.
func wordOf(uri string) string {
	word := "n"
	for _, s := range strings.FieldsFunc(uri, func(r rune) bool { return strings.ContainsRune("/:?#.-_ ", r) }) {
		s = strings.Map(lowerLetter, s)
		if len(s) > 2 && s != "urn" && s != "http" && s != "https" && s != "www" && s != "com" && s != "org" && s != "xsd" && s != "wsdl" {
			word = s
		}
	}
	return word[:min(len(word), 12)]
}

func lowerLetter(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	}
	return -1
}

// packageNameOf makes the name of a package from its import path: the last
// element, with the one before it where that is a version or a date. The hash at
// the end of a path that folderOfNamespace has made is not in it.
func packageNameOf(importPath string) string {
	name := ""
	for p := importPath; p != "." && p != "/"; p = path.Dir(p) {
		base := path.Base(p)
		plain := strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			return lowerLetter(r)
		}, base)
		name = plain + name
		if letters := strings.Map(lowerLetter, plain); len(letters) > 1 || len(letters) == 1 && letters != "v" {
			break
		}
	}
	if !token.IsIdentifier(name) || name == "main" {
		return "ns" + name
	}
	return name
}

// relative returns the way from the folder of one import path to that of another
// one.
func relative(from, to string) string {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return strings.Join(append(slices.Repeat([]string{".."}, len(a)-same), b[same:]...), "/")
}

// planTables gives packages for namespaces their tables: the namespaces of the
// names that they have, and all those of the packages that they import.
func (p *planner) planTables() {
	spaces := make(map[*Package]map[string]bool)
	for _, pkg := range p.pkg.Packages {
		spaces[pkg] = make(map[string]bool)
		for _, space := range pkg.Spaces {
			spaces[pkg][space] = true
		}
	}
	for _, s := range p.pkg.Structs {
		if s.Package != nil {
			s.eachName(func(n *Name, _ bool) { spaces[s.Package][n.uri] = true })
		}
	}
	for _, pkg := range p.pkg.Packages {
		all := make(map[string]bool)
		for space := range spaces[pkg] {
			all[space] = true
		}
		for other := range pkg.closure() {
			for space := range spaces[other] {
				all[space] = true
			}
		}
		delete(all, "")
		pkg.Namespaces = []TableEntry{{}}
		for _, uri := range slices.Sorted(keys(all)) {
			pkg.Namespaces = append(pkg.Namespaces, tableEntry(uri))
		}
	}
}

// tableEntry is the entry of a namespace in the tables of all packages.
func tableEntry(uri string) TableEntry {
	word, hash := wordOf(uri), hashOf(uri)
	e := TableEntry{URI: uri, uri: uri, Prefix: word + "-" + hash, ID: numberOf(uri), Const: "ns" + GoName(word) + GoName(hash)}
	switch uri {
	case xmlNamespace:
		e.Prefix = "xml"
	case xsd.Namespace:
		e.Prefix = "xsd"
	}
	return e
}

// numberOf returns the number of a namespace: from 2^30 on, below 2^31.
func numberOf(uri string) int {
	sum := sha256.Sum256([]byte(uri))
	return int(binary.BigEndian.Uint32(sum[5:])&(1<<30-1) | 1<<30)
}

// checkTables refuses namespaces that have the same number or prefix.
func (p *planner) checkTables() {
	seen := make(map[string]string)
	tables := []*Package{{Namespaces: slices.Clone(p.pkg.Namespaces)}}
	for _, s := range p.model.Schemas.Schemas {
		if s.TargetNamespace != "" {
			tables[0].Namespaces = append(tables[0].Namespaces, tableEntry(s.TargetNamespace))
		}
	}
	for _, pkg := range append(tables, p.pkg.Packages...) {
		for _, e := range pkg.Namespaces {
			if e.uri == "" {
				continue
			}
			for _, key := range []string{e.Prefix, e.Const, itoa(e.ID)} {
				if other, ok := seen[key]; ok && other != e.uri {
					p.diags.Add(diag.New(diag.BadPackage, diag.Pos{File: p.model.Main.File},
						"the namespaces %s and %s happen to have the same prefix and cannot be in packages of their own", quoted(other), quoted(e.uri)))
				}
				seen[key] = e.uri
			}
		}
	}
}

// useTables adds the namespaces of all packages to those in use.
func (p *planner) useTables(uses map[string]bool) {
	for _, pkg := range p.pkg.Packages {
		for _, e := range pkg.Namespaces {
			uses[e.uri] = true
		}
	}
}

// numberNamespaces gives all namespaces the numbers and prefixes that they have
// in the tables of other packages. There is no default namespace then: types of
// the service's package may be in documents of others.
func (p *planner) numberNamespaces() {
	if len(p.pkg.Packages) == 0 {
		return
	}
	for i, e := range p.pkg.Namespaces {
		if e.uri != "" {
			p.pkg.Namespaces[i] = tableEntry(e.uri)
		}
	}
	p.checkTables()
}

func (pkg *Package) hasNamespace(uri string) bool {
	return uri != "" && slices.ContainsFunc(pkg.Namespaces, func(e TableEntry) bool { return e.uri == uri })
}

// number returns the number of a namespace, -1 if it is not in the table.
func (p *planner) number(uri string) int {
	i := p.index(uri)
	if i > 0 && p.pkg.Namespaces[i].ID != 0 {
		return p.pkg.Namespaces[i].ID
	}
	return i
}

// ownAnyAttribute gives a struct a wildcard of its own for that of a base in
// another package, which has other tables.
func (s *Struct) ownAnyAttribute() {
	if s.Base == nil || s.AnyAttribute == nil || s.AnyAttribute != s.Base.AnyAttribute || s.Base.Package == s.Package || s.AddsNothing() {
		return
	}
	alone := *s.AnyAttribute
	s.AnyAttribute = &alone
}
