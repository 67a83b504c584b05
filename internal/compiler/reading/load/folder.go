package load

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

// Limits on a folder in which documents are looked up.
const (
	maxFolderFiles = 10_000
	maxFolderDepth = 8
	maxFolderBytes = 128 << 20
)

// folder has the documents in a folder by target namespace, in the order of their names.
type folder map[string][]candidate

// candidate is a document in a folder.
type candidate struct {
	name      string // relative to the folder, with slashes
	uri       *url.URL
	kind      Kind
	namespace string
	sum       [sha256.Size]byte
	isCopy    bool // beside generated code
}

// documentName matches the names of files that may be documents. Files that begin with a dot are none.
var documentName = regexp.MustCompile(`(?i)^[^.].*(xsd|wsdl|xml)`)

// scan returns the documents in a folder, without those at symbolic links that lead out of it.
func (l *loader) scan(dir string) (all folder, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	read, files, bytes := FS(root.FS()), 0, 0
	all = make(folder)
	generated := make(map[string]bool) // folders with generated code
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch files++; {
		case name == ".":
			return err
		case err != nil: // a folder that cannot be read has no documents
			return nil
		case files > maxFolderFiles:
			return fmt.Errorf("the folder has more than %d files", maxFolderFiles)
		case e.IsDir() && (e.Name()[0] == '.' || strings.Count(name, "/") >= maxFolderDepth):
			return fs.SkipDir
		case e.Name() == "contract.go" || e.Name() == "package.go":
			generated[path.Dir(name)] = true
			return nil
		case e.IsDir() || !documentName.MatchString(e.Name()):
			return nil
		}
		raw, _ := read(l.ctx, (&url.URL{Scheme: "fs", Path: "/" + name}).String()) // a pipe, or a file that cannot be read, is not a document
		if bytes += len(raw); bytes > maxFolderBytes {
			return fmt.Errorf("the documents in the folder are larger than %d bytes in total", maxFolderBytes)
		}
		c, err := l.candidate(dir, name, raw)
		if c == nil {
			return err
		}
		all[c.namespace] = append(all[c.namespace], *c)
		return err
	})
	for _, candidates := range all {
		for i := range candidates {
			candidates[i].isCopy = generated[path.Dir(candidates[i].name)]
		}
	}
	return all, err
}

// candidate returns the document with a text in a folder, nil if it is neither WSDL nor a schema.
func (l *loader) candidate(dir, name string, raw []byte) (*candidate, error) {
	tree, _ := xmltree.Parse(name, raw, xmltree.Limits{Depth: l.Limits.Depth, LateDeclaration: true})
	if tree == nil {
		return nil, l.ctx.Err()
	}
	updateNamespaces(tree)
	c := &candidate{name: name, sum: sha256.Sum256(raw)}
	if c.namespace = tree.Root.Get("targetNamespace"); tree.Root.Is(xsdNamespace, "schema") {
		c.kind = Schema
	} else if !tree.Root.Is(wsdlNamespace, "definitions") {
		return nil, nil
	}
	uri, err := fileURI(filepath.Join(dir, filepath.FromSlash(name)))
	c.uri = uri
	return c, err
}

// find returns the document that a reference leads to, nil if there is none: it has the namespace, its path is most like the location,
// and it is not the main document. A document beside generated code may be a copy of an earlier version, and serves only if no other
// does. It is an error if several documents, with different contents, are equally good.
func (l *loader) find(ref *Reference, all folder) (found *candidate, err error) {
	best, location := -1, ref.segments()
	candidates := all[ref.TargetNamespace()]
	if ref.IsPart() && ref.TargetNamespace() != "" {
		candidates = slices.Concat(candidates, all[""])
	}
	for i := range candidates {
		c := &candidates[i]
		score := ref.score(c, location)
		if score >= 0 && !c.isCopy {
			score += maxFolderDepth + 2 // more than the segments of a path
		}
		switch {
		case score < 0 || score < best || *c.uri == *l.base:
		case score > best:
			found, best, err = c, score, nil
		case c.sum != found.sum && err == nil:
			err = fmt.Errorf("it could be %s or %s", diag.Quote(found.name), diag.Quote(c.name))
		}
	}
	return found, err
}

// segments returns the last segments of the location, as many as the path of a document in a folder can have.
func (ref *Reference) segments() []string {
	if ref.Location == nil {
		return nil
	}
	text := strings.TrimSpace(ref.Location.Value)
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	all := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '\\' })
	return all[max(0, len(all)-maxFolderDepth-1):]
}

// score returns how many segments at the ends of the location and of the path of a document, which has a namespace of the reference,
// are the same, -1 if the reference cannot lead to the document: an import without a namespace, and an include, depend on the name of
// the file.
func (ref *Reference) score(c *candidate, location []string) (same int) {
	for segments := strings.Split(c.name, "/"); same < min(len(segments), len(location)); same++ {
		if !strings.EqualFold(segments[len(segments)-1-same], location[len(location)-1-same]) {
			break
		}
	}
	if ref.Kind != WSDLImport && c.kind != Schema ||
		same == 0 && (ref.IsPart() || ref.TargetNamespace() == "" || ref.Kind == WSDLImport && c.kind != WSDL) {
		return -1
	}
	return same
}

// inFolders returns the URI of the document in the folders of Config.Catalogs that a reference leads to, nil if there is none. The
// first folder that has one decides. It reports a reference that could lead to several.
func (l *loader) inFolders(ref *Reference) *url.URL {
	for _, all := range l.folders {
		switch c, err := l.find(ref, all); {
		case err != nil:
			ref.Failed = true
			l.diags.Add(diag.New(diag.Unreadable, ref.pos(), "%s cannot be read: %s", diag.Quote(ref.Written()), err).
				WithHint("use --catalog %s=FILE to name the file", strings.TrimSpace(ref.Written())))
			return nil
		case c != nil:
			return c.uri
		}
	}
	return nil
}

// nearby returns a hint that names the document in the folder of the contract that a reference could lead to, "" if there is none.
func (l *loader) nearby(ref *Reference) string {
	switch c, err := l.find(ref, l.beside()); {
	case c == nil:
		return ""
	case err != nil:
		return fmt.Sprintf("use --catalog %s=FILE to name a file in the folder of the contract: %s", strings.TrimSpace(ref.Written()), err)
	default:
		return fmt.Sprintf("use --catalog %s: the file %s would serve", l.folder, diag.Quote(path.Join(l.folder, c.name)))
	}
}
