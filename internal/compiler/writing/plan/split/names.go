package split

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"go/token"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

// The prefix of a namespace in messages, its number and, if the user specifies no
// import path, the folder of its package are made from its URI only, so that they
// are the same for every contract.

// Folder returns the path of a folder for a namespace: the segments of the
// URI in lower case, such as example.com/orders/v2. If the URI cannot be restored
// from the path, a hash is appended to make it unique. No segment is empty, starts
// with a dot or an underscore, or has a meaning for the go command.
func Folder(uri string) string {
	if uri == "" {
		return "none"
	}
	isHTTP, separator := strings.HasPrefix(uri, "http://"), "/"
	if strings.HasPrefix(uri, "urn:") {
		separator = ":"
	}
	var segments []string
	length := 0
	for _, s := range strings.FieldsFunc(withoutScheme(uri), func(r rune) bool { return r == '/' || r == ':' || r == '?' || r == '#' }) {
		if s = segment(s); s != "" && length+len(s) < 120 {
			segments = append(segments, s)
			length += len(s) + 1
		}
	}
	if len(segments) == 0 {
		return "n_" + namespaceHash(uri)
	}
	readable := strings.Join(segments, separator)
	if isHTTP && strings.Contains(segments[0], ".") {
		readable = "http://" + readable
	}
	if readable != uri || !isHTTP && separator == "/" {
		segments[len(segments)-1] += "_" + namespaceHash(uri)
	}
	return strings.Join(segments, "/")
}

// withoutScheme returns what follows the scheme of a URI, the URI if there is none.
func withoutScheme(uri string) string {
	scheme, after, ok := strings.Cut(uri, "://")
	if !ok || strings.HasPrefix(uri, "urn:") || len(strings.Map(lowerLetter, scheme)) != len(scheme) {
		return uri
	}
	return after
}

// segment returns a valid name of a folder: ASCII letters and digits, with dots,
// hyphens and underscores between them.
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

// specialFolders are names with a meaning for the go command, and the names of
// devices on Windows.
var specialFolders = strings.Fields(`internal vendor testdata con prn aux nul
	com0 com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt0 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9`)

// namespaceHash returns a short text that is almost certainly different for every
// namespace.
func namespaceHash(uri string) string {
	sum := sha256.Sum256([]byte(uri))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))[:5]
}

// NamespaceWord returns the last meaningful word of a namespace, for its prefix, which must not begin with xml.
func NamespaceWord(uri string) string {
	word := "n"
	for _, s := range strings.FieldsFunc(uri, func(r rune) bool { return strings.ContainsRune("/:?#.-_ ", r) }) {
		s = strings.Map(lowerLetter, s)
		if len(s) > 2 && !strings.HasPrefix(s, "xml") && !slices.Contains(commonWords, s) {
			word = s
		}
	}
	return word[:min(len(word), 12)]
}

// commonWords are in the namespaces of many schemas.
var commonWords = strings.Fields("urn http https www com org xsd wsdl")

func lowerLetter(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	}
	return -1
}

// PackageName returns the name of a package for its import path: the last
// element, and also the one before it if the last is a version or a date. The
// caller removes the hash that Folder may append.
func PackageName(importPath string) string {
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

// RelativePath returns the path from the folder of one import path to the folder of
// another.
func RelativePath(from, to string) string {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	same := 0
	for same < len(a) && same < len(b) && a[same] == b[same] {
		same++
	}
	return strings.Join(append(slices.Repeat([]string{".."}, len(a)-same), b[same:]...), "/")
}

// TableEntry returns the entry of a namespace in the tables of all packages.
func TableEntry(uri string) ir.TableEntry {
	word, hash := NamespaceWord(uri), namespaceHash(uri)
	prefix := cmp.Or(UsualPrefixes[uri], word+"-"+hash)
	return ir.TableEntry{URI: uri, Space: uri, Prefix: prefix, ID: namespaceNumber(uri), Const: "ns" + naming.GoName(word) + naming.GoName(hash)}
}

// UsualPrefixes are the prefixes of namespaces that have the same one in all messages.
var UsualPrefixes = map[string]string{xmltree.XMLNamespace: "xml", xsd.Namespace: "xsd"}

// namespaceNumber returns the number of a namespace, from 2^30 to 2^31-1.
func namespaceNumber(uri string) int {
	sum := sha256.Sum256([]byte(uri))
	return int(binary.BigEndian.Uint32(sum[5:])&(1<<30-1) | 1<<30)
}
