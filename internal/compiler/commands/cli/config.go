package cli

import (
	"bytes"
	"errors"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap/contract"
)

// Config returns the configuration that "quartet generate" uses for args, the contract
// and flags. It reads neither the contract nor other documents. Tests use it to look at
// the stages of the generator.
func Config(args []string) (generator.Config, error) {
	var opts options
	cmd := newGenerate(nil)
	cmd.ResetFlags()
	opts.register(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		return generator.Config{}, usageError(err)
	}
	opts.project.name = cmd.Flags().Arg(0)
	return opts.config(cmd)
}

// config returns the configuration that the flags of generate describe.
func (o *options) config(cmd *cobra.Command) (generator.Config, error) {
	config, err := o.settings(cmd, o.addPlace, o.addPackages)
	if err == nil && slices.Contains(o.base.Optional, "soaptest") && config.ImportPath == "" {
		err = usagef("--with soaptest: the import path of %s is unknown: there is no go.mod; give the path with --module", o.out)
	}
	return config, err
}

// settings returns the configuration that the flags of a command describe. more adds what only some commands have.
func (o *options) settings(cmd *cobra.Command, more ...func(*generator.Config) error) (generator.Config, error) {
	config := o.base
	config.Contract, config.OnRead = o.project.name, o.report.documents.Add
	if err := o.report.check(); err != nil {
		return config, err
	}
	if err := o.addInput(cmd, &config); err != nil {
		return config, err
	}
	if err := noEmptyNames(o.flags, "operations", "ports", "stream", "wrapped", "with"); err != nil {
		return config, err
	}
	for _, add := range append(more, o.addOptional, o.addDocuments, o.addRenames, o.addSharedRenames, o.addInitialisms, o.addNamespaces, o.addBindings) {
		if err := add(&config); err != nil {
			return config, err
		}
	}
	var err error
	config.Suppress, err = o.project.suppressions(config.Contract, o.report.documents)
	return config, err
}

// addOptional checks the optional packages of the run-time.
func (o *options) addOptional(config *generator.Config) error {
	for _, name := range config.Optional {
		if !slices.Contains(generator.OptionalPackages(), name) {
			return usagef("--with %q is not an optional package of the run-time; want %s", name, strings.Join(generator.OptionalPackages(), " or "))
		}
	}
	return nil
}

// noEmptyNames returns an error if flags that take names are empty or contain an empty name.
func noEmptyNames(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		f := flags.Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		if list := valuesOf(f); len(list) == 0 || slices.Contains(list, "") {
			return usagef("--%s contains an empty name", name)
		}
	}
	return nil
}

func (o *options) addInitialisms(config *generator.Config) error {
	if o.changed("initialisms") && len(config.Initialisms) == 0 {
		return usagef("--initialisms is empty; want A,B")
	}
	for _, text := range config.Initialisms {
		if err := generator.CheckInitialism(text); err != nil {
			return usagef("--initialisms: %w", err)
		}
	}
	return nil
}

// addDocuments adds the locations of documents.
func (o *options) addDocuments(config *generator.Config) error {
	if _, err := os.Stat(config.Vendor); config.Vendor != "" && errors.Is(err, fs.ErrNotExist) && !config.Fetch {
		return usagef("--vendor %q: the folder does not exist; add --fetch to download the documents into it", config.Vendor)
	}
	for _, value := range o.catalogs {
		if value == "" {
			return usagef("--catalog is empty; want FILE, a folder or URI=FILE")
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
		from, to, ok := strings.Cut(pair, "=")
		switch {
		case !ok:
			return usagef("--namespace %q: want OLD=NEW", pair)
		case from == "" || to == "":
			return usagef("--namespace %q: OLD and NEW must not be empty", pair)
		case strings.ContainsFunc(to, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }):
			return usagef("--namespace %q: NEW must not contain white space or control characters", pair)
		case slices.ContainsFunc(config.Namespaces, func(other generator.Namespace) bool { return other.Old == from }):
			return usagef("--namespace replaces %q more than once", from)
		}
		config.Namespaces = append(config.Namespaces, generator.Namespace{Old: from, New: to})
	}
	return nil
}

func (o *options) addBindings(config *generator.Config) error {
	if o.changed("bindings") && len(o.bindings) == 0 {
		return usagef("--bindings is empty; omit it to generate for all bindings in the contract")
	}
	for _, name := range o.bindings {
		b, ok := contract.BindingFor(name)
		if !ok || !b.InWSDL() {
			return usagef("--bindings: unknown binding %q; want soap11, soap12, get, post, head, put or delete", name)
		}
		if slices.Contains(config.Bindings, b) {
			return usagef("--bindings lists %q more than once", name)
		}
		config.Bindings = append(config.Bindings, b)
	}
	return nil
}

// packageOf returns a package name made from the folder's name, or "" if that is not
// possible.
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

// isPackageName reports whether a package with that name is valid and importable.
func isPackageName(name string) bool {
	return token.IsIdentifier(name) && name != "_" && name != "main"
}

func (o *options) addRenames(config *generator.Config) error {
	for i, text := range o.renames {
		r, err := generator.ParseRename(text)
		if err != nil {
			return usagef("--rename %q: %w", text, err)
		}
		r.Pos = o.position("rename", i, text)
		config.Renames = append(config.Renames, r)
	}
	if !o.changed("rename-file") {
		return nil
	}
	text, err := os.ReadFile(o.renameFile)
	if err != nil {
		return usagef("--rename-file: %w", err)
	}
	name := filepath.ToSlash(o.renameFile)
	config.OnRead(name, text)
	renames, err := generator.ReadRenames(name, bytes.NewReader(text))
	if err != nil {
		return usagef("--rename-file: %w", err)
	}
	config.Renames = append(config.Renames, renames...)
	return nil
}

// cutAddress splits URI=FILE at the last equals sign, as a URI may contain some. ok
// is false, and value is a file name, if no absolute URI precedes the sign.
func cutAddress(value string) (uri, file string, ok bool) {
	i := strings.LastIndexByte(value, '=')
	if i < 0 || i == len(value)-1 || !hasScheme(value[:i]) {
		return "", "", false
	}
	return value[:i], value[i+1:], true
}
