package cli

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// options are the flags that generate and check share.
type options struct {
	out        string
	packages   []string
	namespaces []string
	bindings   []string
	wrapped    []string
	operations []string
	ports      []string
	renames    []string
	renameFile string
	catalogs   []string
	fetch      bool
	lenient    bool
	runtime    string
	vendor     string

	given func(flag string) bool // whether it is on the command line
}

func newGenerate() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "generate CONTRACT --out DIR",
		Short: "Generate a Go package from a contract",
		Long: `Generate reads CONTRACT and the documents that it imports, and writes the Go
package into DIR. Nothing is written unless all of it could be generated. Files
of an earlier run that are not needed any more are removed; files that quartet
did not write are never touched.

Documents that the contract names by an address are looked for in catalogues
(--catalog, --vendor). Nothing is fetched from a network without --fetch; with
--vendor as well, what was fetched is kept in a folder with a catalogue, and
the next run needs --vendor only:

  quartet generate http://localhost:8080/service?wsdl --out gen --fetch --vendor contract
  quartet generate http://localhost:8080/service?wsdl --out gen --vendor contract

With --package NAMESPACE=IMPORT/PATH what the schemas declare in a namespace goes
into a package of its own, which several services may share. Its folder follows
from the import path and the module of DIR, by the nearest go.mod; nothing is
written outside of that module. NAMESPACE may be *, for all others but that of the
main document: each gets a folder below IMPORT/PATH.
`,
		Example: "  quartet generate wsdl/realtime.wsdl --out gen/realtime",
		Args:    arguments(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := opts.generate(cmd.Context(), args[0], cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if err := opts.checkFolders(result); err != nil {
				return err
			}
			if err := result.WriteVendored(opts.vendor); err != nil {
				return fmt.Errorf("keeping what was fetched: %w", err)
			}
			if err := result.Write(opts.out); err != nil {
				return err
			}
			return opts.warnOfOthers(result, cmd.ErrOrStderr())
		},
	}
	opts.register(cmd)
	return cmd
}

func newCheck() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "check CONTRACT --out DIR",
		Short: "Tell whether a folder holds what would be generated",
		Long: `Check generates as "quartet generate" with the same arguments does, writes
nothing, and compares with DIR: files that differ, are missing or are left over
are shown as a unified diff, and the exit code is 1.`,
		Example: "  quartet check wsdl/realtime.wsdl --out gen/realtime",
		Args:    arguments(oneContract),
		RunE: func(cmd *cobra.Command, args []string) error {
			result, err := opts.generate(cmd.Context(), args[0], cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			diff, err := result.Diff(opts.out)
			if err != nil {
				return err
			}
			if diff == "" {
				return opts.warnOfOthers(result, cmd.ErrOrStderr())
			}
			if _, err := os.Stat(opts.out); errors.Is(err, fs.ErrNotExist) {
				fmt.Fprintf(cmd.ErrOrStderr(), "quartet: the folder %s does not exist\n", opts.out)
			}
			if _, err := io.WriteString(cmd.OutOrStdout(), diff); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "quartet: %s is not what would be generated from %s; run quartet generate\n", opts.out, args[0])
			return errFindings
		},
	}
	opts.register(cmd)
	return cmd
}

// oneContract is the check of arguments of commands that take a contract.
func oneContract(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("one CONTRACT is needed, and %d arguments are given", len(args))
	}
	return nil
}

func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	o.given = f.Changed
	f.StringVar(&o.out, "out", "", "folder of the package (required)")
	f.StringArrayVar(&o.packages, "package", nil, "NAME: name of the package (default: the folder's); NAMESPACE=IMPORT/PATH: a package of its own for what the schemas declare in a namespace, *=IMPORT/PATH: packages below that path for all others (repeatable; needs --runtime)")
	f.StringArrayVar(&o.namespaces, "namespace", nil, "OLD=NEW: put what the contract has in namespace OLD into NEW (repeatable)")
	f.StringSliceVar(&o.bindings, "bindings", nil, "bindings to generate for: soap11, soap12, get, post, head, put, delete (default: all of the contract)")
	f.StringSliceVar(&o.operations, "operations", nil, "operations to generate, with only the types that they need (default: all of the contract)")
	f.StringSliceVar(&o.ports, "ports", nil, "ports to generate for, with only the types that they need: PORT or SERVICE/PORT (default: all of the contract)")
	f.StringArrayVar(&o.renames, "rename", nil, "NAME=GONAME: what something of the contract is called in Go; NAME is {uri}local, {uri}local/field or less of it, root:{uri}local for the variable of an element (repeatable)")
	f.StringVar(&o.renameFile, "rename-file", "", "FILE: a list of NAME=GONAME, one a line; # starts a comment")
	f.StringArrayVar(&o.catalogs, "catalog", nil, "FILE: an OASIS XML catalogue that says where documents are; or URI=FILE: where one is (repeatable)")
	f.BoolVar(&o.fetch, "fetch", false, "fetch documents over http and https that no catalogue knows")
	f.BoolVar(&o.lenient, "lenient", false, "generate what can be generated from a flawed contract; what is left out or replaced is a warning")
	f.StringVar(&o.runtime, "runtime", "", "IMPORT/PATH: import the run-time support from this package, which quartet runtime writes, instead of holding a copy")
	f.StringVar(&o.vendor, "vendor", "", "DIR: read documents from there that were fetched earlier; with --fetch, keep there what is fetched")
	f.StringArrayVar(&o.wrapped, "wrapped", nil, "OPERATION: keep its wrapper types as the signature (repeatable)")
}

// generate runs the generator and prints what it has to say.
func (o *options) generate(ctx context.Context, contract string, stderr io.Writer) (*generator.Result, error) {
	config, err := o.config(contract)
	if err != nil {
		return nil, err
	}
	result, err := generator.Generate(ctx, config)
	if err != nil {
		return nil, bugError{err}
	}
	if _, err := result.Diagnostics.WriteTo(stderr); err != nil {
		return nil, err
	}
	if result.Diagnostics.HasErrors() {
		return nil, errFindings
	}
	return result, nil
}

// warnOfOthers prints which files keep the folder from being built.
func (o *options) warnOfOthers(result *generator.Result, stderr io.Writer) error {
	others, err := result.OtherPackages(o.out)
	for _, other := range others {
		fmt.Fprintf(stderr, "quartet: warning: %s is of the package %s, not %s: the folder cannot be built\n", other.Path, other.Package, other.Wanted)
	}
	return err
}

// config checks the flags.
func (o *options) config(contract string) (generator.Config, error) {
	config := generator.Config{
		Contract: contract, Wrapped: o.wrapped, Fetch: o.fetch, Vendor: o.vendor, Lenient: o.lenient, Runtime: o.runtime,
		Operations: o.operations, Ports: o.ports,
	}
	if o.out == "" {
		return config, usagef("--out is missing: the folder of the package")
	}
	if o.given("runtime") && !isImportPath(o.runtime) {
		return config, usagef("--runtime %q is not the import path of a package", o.runtime)
	}
	if o.given("operations") && (len(o.operations) == 0 || slices.Contains(o.operations, "")) {
		return config, usagef("--operations holds an empty name")
	}
	if o.given("ports") && (len(o.ports) == 0 || slices.Contains(o.ports, "")) {
		return config, usagef("--ports holds an empty name")
	}
	for _, add := range []func(*generator.Config) error{o.addPackages, o.addDocuments, o.addRenames, o.addNamespaces, o.addBindings} {
		if err := add(&config); err != nil {
			return config, err
		}
	}
	return config, nil
}

// addDocuments adds where documents are.
func (o *options) addDocuments(config *generator.Config) error {
	if o.given("vendor") {
		if o.vendor == "" {
			return usagef("--vendor is empty: it is a folder")
		}
		if _, err := os.Stat(o.vendor); errors.Is(err, fs.ErrNotExist) && !o.fetch {
			return usagef("--vendor %q: the folder does not exist; add --fetch once, to keep there what is fetched", o.vendor)
		}
	}
	for _, value := range o.catalogs {
		if value == "" {
			return usagef("--catalog is empty: it is a file, or URI=FILE")
		}
		if uri, file, ok := cutAddress(value); ok {
			config.Addresses = append(config.Addresses, generator.Address{URI: uri, File: file})
			continue
		}
		config.Catalogs = append(config.Catalogs, value)
	}
	return nil
}

func (o *options) addNamespaces(config *generator.Config) error {
	for _, pair := range o.namespaces {
		ns, err := parseNamespace(pair)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(config.Namespaces, func(other generator.Namespace) bool { return other.Old == ns.Old }) {
			return usagef("--namespace replaces %q twice", ns.Old)
		}
		config.Namespaces = append(config.Namespaces, ns)
	}
	return nil
}

func (o *options) addBindings(config *generator.Config) error {
	if o.given("bindings") && len(o.bindings) == 0 {
		return usagef("--bindings is empty: without the flag, all bindings of the contract are generated for")
	}
	for _, name := range o.bindings {
		b, ok := bindingNames[name]
		if !ok {
			return usagef("--bindings %q is none of soap11, soap12, get, post, head, put, delete", name)
		}
		if slices.Contains(config.Bindings, b) {
			return usagef("--bindings has %q twice", name)
		}
		config.Bindings = append(config.Bindings, b)
	}
	return nil
}

var bindingNames = map[string]generator.Binding{
	"soap11": generator.SOAP11,
	"soap12": generator.SOAP12,
	"get":    generator.HTTPGet,
	"post":   generator.HTTPPost,
	"head":   generator.HTTPHead,
	"put":    generator.HTTPPut,
	"delete": generator.HTTPDelete,
}

// packageOf returns the name of the folder, if it can be that of a package.
func packageOf(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '.' {
			return -1
		}
		return unicode.ToLower(r)
	}, filepath.Base(abs))
	if !isPackageName(name) {
		return ""
	}
	return name
}

// isPackageName reports whether a package of that name can be imported.
func isPackageName(name string) bool {
	return token.IsIdentifier(name) && name != "_" && name != "main"
}

func (o *options) addRenames(config *generator.Config) error {
	for _, text := range o.renames {
		r, err := generator.ParseRename(text)
		if err != nil {
			return usagef("--rename %q: %w", text, err)
		}
		r.Pos.File = "--rename " + text
		config.Renames = append(config.Renames, r)
	}
	if !o.given("rename-file") {
		return nil
	}
	f, err := os.Open(o.renameFile)
	if err != nil {
		return usagef("--rename-file: %w", err)
	}
	defer f.Close()
	renames, err := generator.ReadRenames(filepath.ToSlash(o.renameFile), f)
	if err != nil {
		return usagef("--rename-file: %w", err)
	}
	config.Renames = append(config.Renames, renames...)
	return nil
}

// cutAddress parts URI=FILE, at the last equals sign as URIs may have some. It
// is a file alone unless there is an absolute URI before the sign.
func cutAddress(value string) (uri, file string, ok bool) {
	i := strings.LastIndexByte(value, '=')
	if i < 0 || i == len(value)-1 {
		return "", "", false
	}
	u, err := url.Parse(value[:i])
	if err != nil || len(u.Scheme) < 2 { // one letter is a drive
		return "", "", false
	}
	return value[:i], value[i+1:], true
}

func parseNamespace(pair string) (generator.Namespace, error) {
	from, to, ok := strings.Cut(pair, "=")
	switch {
	case !ok:
		return generator.Namespace{}, usagef("--namespace %q is not OLD=NEW", pair)
	case from == "" || to == "":
		return generator.Namespace{}, usagef("--namespace %q: neither side may be empty", pair)
	case strings.ContainsFunc(to, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }):
		return generator.Namespace{}, usagef("--namespace %q: a namespace holds no white space or control characters", pair)
	}
	return generator.Namespace{Old: from, New: to}, nil
}
