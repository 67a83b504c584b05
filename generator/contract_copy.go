package generator

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/snapshot"
)

// ContractCopy has the documents of a contract for a folder of a module, byte for byte. Documents that are found by relative
// locations are in the same folders relative to each other. For the others there is a catalog.
type ContractCopy struct {
	// Contract is the main document: its path in the module, with slashes; or its address, if that is in the catalog.
	Contract string

	// Catalog is the path of the catalog in the module. It is empty if there is none.
	Catalog string

	// Fetched says that documents were downloaded, now or earlier. The folder of the catalog can then be [Config.Vendor].
	Fetched bool

	// Files are the documents and the catalog. Their names are paths in the module.
	Files []File

	// Diagnostics are errors for references that a copy cannot contain. The other fields are not set then.
	Diagnostics Diagnostics

	folder string
}

// importedFolder is the folder, below the other documents, for documents in a catalog.
const importedFolder = "imported"

// CopyContract copies the documents of the contract that the result was generated from for a folder of a module, which is given
// by its path in the module with slashes. It writes nothing. The error names a document that cannot be in a module.
func (r *Result) CopyContract(folder string) (*ContractCopy, error) {
	set := r.set
	if found := unmovable(set); found.HasErrors() {
		return &ContractCopy{Diagnostics: found}, nil
	}
	c := &ContractCopy{Contract: set.Main.Addresses()[0], Fetched: len(set.Fetched) > 0 || r.config.Vendor != "", folder: folder}
	var kept []*load.Document // documents at relative locations
	var imported []snapshot.Document
	final := make(map[string]string)
	for _, f := range set.Fetched {
		final[f.Address] = f.FinalAddress
	}
	for _, d := range set.Documents {
		if d.WellKnown {
			continue
		}
		addresses := d.Addresses()
		if _, err := load.FileName(addresses[0]); err == nil {
			kept = append(kept, d)
			continue
		}
		last := cmp.Or(final[addresses[0]], addresses[0])
		for _, a := range addresses {
			imported = append(imported, snapshot.Document{Address: inCatalog(a), FinalAddress: inCatalog(last), Text: d.Raw, Schema: d.Kind == load.Schema})
		}
	}
	if err := c.keep(set, kept); err != nil {
		return nil, err
	}
	return c, c.addImported(imported, len(kept) > 0)
}

// inCatalog returns the name of an address in a catalog. If the address is made from a namespace, the name is the namespace.
func inCatalog(address string) string {
	if text, ok := strings.CutPrefix(address, "namespace:"); ok {
		if namespace, err := url.PathUnescape(text); err == nil {
			return namespace
		}
	}
	return address
}

// unmovable reports references to files that are not relative.
func unmovable(set *load.Set) (found diag.List) {
	for _, d := range set.Documents {
		for _, ref := range d.References {
			if ref.Target == nil || ref.Location == nil || ref.Target.WellKnown {
				continue
			}
			location := strings.TrimSpace(ref.Location.Value)
			if strings.HasPrefix(strings.ToLower(location), "file:") || path.IsAbs(location) && strings.HasPrefix(d.Addresses()[0], "file:") {
				found.Add(diag.New(diag.Unreadable, ref.Location.Pos(), "%s is a file on this machine, and a copy of the contract cannot refer to it", diag.Quote(ref.Location.Value)).
					WithHint("make it relative to this document"))
			}
		}
	}
	return found.Sorted()
}

// keep adds documents below the folder that contains all of them.
func (c *ContractCopy) keep(set *load.Set, documents []*load.Document) error {
	names := make([]string, len(documents))
	top := ""
	for i, d := range documents {
		name, _ := load.FileName(d.Addresses()[0])
		if names[i] = name; i == 0 {
			top = filepath.Dir(name)
		}
		for !below(top, name) {
			top = filepath.Dir(top)
		}
	}
	for i, d := range documents {
		rel, err := filepath.Rel(top, names[i])
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if err := usableName(name); err != nil {
			return err
		}
		if d == set.Main {
			c.Contract = path.Join(c.folder, name)
			if text, err := os.ReadFile(names[i] + SuppressionsExtension); err == nil {
				c.Files = append(c.Files, File{Name: c.Contract + SuppressionsExtension, Data: text})
			} else if !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		c.Files = append(c.Files, File{Name: path.Join(c.folder, name), Data: d.Raw})
	}
	return nil
}

func below(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel) || filepath.Dir(dir) == dir
}

// usableName returns an error if the name of a file has a meaning for the go command.
func usableName(name string) error {
	switch base := path.Base(name); {
	case path.Ext(base) == ".go", base == "go.mod", base == "go.work", base == "go.sum":
		return fmt.Errorf("the document %s cannot be copied into a module, because the go command would read it; give it another name", name)
	case strings.HasPrefix(base, ".quartet-"):
		return fmt.Errorf("the document %s has the name of a temporary file; give it another name", name)
	}
	return nil
}

// addImported adds documents and their catalog.
func (c *ContractCopy) addImported(documents []snapshot.Document, inFolder bool) error {
	if len(documents) == 0 {
		return nil
	}
	files, err := snapshot.Files(nil, documents)
	if err != nil {
		return err
	}
	folder := c.folder
	for inFolder && (folder == c.folder || slices.ContainsFunc(c.Files, func(f File) bool { return strings.HasPrefix(f.Name, folder+"/") })) {
		folder = path.Join(folder, importedFolder)
	}
	c.Catalog = path.Join(folder, snapshot.CatalogName)
	seen := make(map[string]bool)
	for _, f := range files {
		if name := path.Join(folder, f.Name); !seen[name] {
			seen[name] = true
			c.Files = append(c.Files, File{Name: name, Data: f.Data})
		}
	}
	return nil
}
