package generator

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/fetch"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/progress"
	"example.com/quartet/internal/compiler/reading/snapshot"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/write"
)

// ReadInput reads a document for [Config.Input]. It returns an error if it is larger than
// 128 MiB, as for files.
func ReadInput(r io.Reader) ([]byte, error) {
	text, err := load.ReadAll(r)
	if text == nil && err == nil {
		text = []byte{} // nil would mean that there is no document
	}
	return text, err
}

// readDocuments reads the documents of a contract.
//
// Documents that are downloaded for the folder config.Vendor are returned as files, and are loaded a second time from these
// files in memory. So the output equals the output of the next run without a network, and the folder is known to be
// complete.
func readDocuments(ctx context.Context, config Config) (*load.Set, []snapshot.File, diag.List, error) {
	c := load.Config{
		Main: config.Contract, Input: config.Input, Catalogs: config.Catalogs, Addresses: config.Addresses, Fetched: config.Vendor,
		Lenient: config.Lenient, LenientRules: config.LenientRules, FullNames: config.FullNames, Read: config.read, OnRead: config.OnRead,
	}
	catalog := filepath.Join(config.Vendor, snapshot.CatalogName)
	var known []byte
	if config.Vendor != "" {
		var err error
		switch known, err = os.ReadFile(catalog); {
		case err == nil:
			c.Catalogs = append(c.Catalogs[:len(c.Catalogs):len(c.Catalogs)], catalog)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, nil, unreadableCatalog(catalog, err), nil
		}
	}
	if config.Fetch {
		fetcher := fetch.New(fetch.Config{Private: config.AllowPrivate})
		defer fetcher.Close()
		fetcher.Name(config.Contract)
		c.Fetch = func(ctx context.Context, uri string, named bool) ([]byte, string, error) {
			if named {
				fetcher.Name(uri)
			}
			if u, err := url.Parse(uri); err == nil {
				progress.Doing(ctx, "downloading %s", u.Redacted())
			}
			return fetcher.Fetch(ctx, uri)
		}
	}
	set, diags := load.Load(ctx, c)
	progress.Doing(ctx, "resolving references")
	if config.Vendor == "" || set == nil || len(set.Fetched) == 0 || diags.HasErrors() {
		return set, nil, diags, nil
	}
	var documents []snapshot.Document
	for _, f := range set.Fetched {
		documents = append(documents, snapshot.Document{Address: f.Address, FinalAddress: f.FinalAddress, Text: f.Raw, Schema: f.Kind == load.Schema})
	}
	files, err := snapshot.Files(known, documents)
	if err != nil {
		return nil, nil, unreadableCatalog(catalog, err), nil
	}
	folder, err := filepath.Abs(config.Vendor)
	if err != nil {
		return nil, nil, nil, err
	}
	inMemory := make(map[string][]byte) // by the URIs that the files will have
	for _, f := range files {
		name := filepath.ToSlash(filepath.Join(folder, filepath.FromSlash(f.Name)))
		inMemory[(&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String()] = f.Data
	}
	c.Fetch, c.Read = nil, load.Overlay(inMemory, nil)
	if known == nil {
		c.Catalogs = append(c.Catalogs[:len(c.Catalogs):len(c.Catalogs)], catalog)
	}
	set, diags = load.Load(ctx, c)
	return set, files, diags, nil
}

func unreadableCatalog(name string, err error) diag.List {
	return diag.List{diag.New(diag.Unreadable, diag.Pos{File: filepath.ToSlash(name)}, "the catalog cannot be used: %v", err)}
}

// WriteVendored adds the downloaded documents to dir, the folder of Config.Vendor. It
// does nothing if no document was downloaded or Config.Vendor was empty.
func (r *Result) WriteVendored(dir string) error {
	return write.Files(dir, r.vendored)
}

// WriteFile writes a file, in whole or, if that fails, not at all. What is not a regular file, such as a device, is written to.
func WriteFile(name string, data []byte) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(name, data, 0o666)
	}
	return write.Replace(name, data)
}

// inPlace returns a function that reports whether a file in the folder of the package is a document that quartet did not
// write: a document of the contract, or one that earlier output in the folder embeds in place. If dir is empty, the folder
// is not known, and the function is nil.
func inPlace(dir string, set *load.Set) func(file string) bool {
	if dir == "" {
		return nil
	}
	known, sources := write.InPlace(kindOf, dir), sourcesOf(set)
	return func(file string) bool {
		path := filepath.Join(dir, file)
		if write.IsOneOf(path, sources) {
			return true
		}
		_, err := os.Stat(path)
		return err == nil && slices.Contains(known, file)
	}
}

// sourcesOf returns the names of the files with the documents of a contract. Downloaded and built-in documents have no file.
func sourcesOf(set *load.Set) []string {
	var names []string
	for _, d := range set.Documents {
		if name, err := load.FileName(d.URI); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// checkInput reports a main document that was not read from its file, if the package embeds that file and it differs.
func (c *Config) checkInput(pkg *ir.Package) Diagnostics {
	if c.Input == nil || len(pkg.Documents) == 0 || !pkg.Documents[0].InPlace {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(c.Dir, pkg.Documents[0].File))
	if err == nil && bytes.Equal(text, c.Input) {
		return nil
	}
	return Diagnostics{diag.New(diag.NoMatch, diag.Pos{File: filepath.ToSlash(c.Contract)}, "the package embeds this file, but the file differs from the document that was given in its place").
		WithHint("write the document to this file, and generate code from the file")}
}
