package cli

import (
	"bytes"
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
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/place"
	"example.com/quartet/internal/compiler/progress"
)

// options holds the values of the flags that generate and check share.
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
	initials   []string
	catalogs   []string
	fetch      bool
	private    bool
	lenient    bool
	elements   bool
	xsiTypes   bool
	runtime    string
	module     string
	with       []string
	vendor     string
	stdin      stdin
	report     reporting

	completeEarlier bool // complete what an interrupted run has left

	flags   *pflag.FlagSet
	changed func(flag string) bool // reports whether the flag is on the command line or in quartet.yaml
	place   place.Place            // of the packages
	project selected               // what quartet.yaml says about the contract; the zero value: nothing
	given   func(flag string) bool // reports whether the flag is on the command line, with another value than in quartet.yaml; used only with project
}

func newGenerate() *cobra.Command {
	var opts options
	cmd := &cobra.Command{
		Use:   "generate [CONTRACT] [--out DIR]",
		Short: "Generate a Go package from a contract",
		Long:  generateHelp,
		Example: `  quartet generate wsdl/realtime.wsdl --out gen/realtime
  quartet generate wsdl/realtime.wsdl --out gen/realtime --bindings soap11,soap12
  quartet generate wsdl/realtime.wsdl --out gen/realtime --rename objStation=Station
  quartet generate`,
		Args: usageArgs(contractOrProject),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.completeEarlier = true
			return opts.each(cmd, args, func(o *options, contract string) error { return o.generateFiles(cmd, contract) })
		},
	}
	opts.register(cmd)
	addConfig(cmd)
	return cmd
}

// generateFiles generates the package of a contract and writes it.
func (o *options) generateFiles(cmd *cobra.Command, contract string) error {
	result, err := o.generate(cmd, contract)
	if err != nil {
		return err
	}
	progress.Doing(cmd.Context(), "writing %s", o.out)
	if err := o.checkFolders(result); err != nil {
		return err
	}
	if err := result.CanWrite(o.out, o.place.RuntimeDir); err != nil {
		return err
	}
	note, err := protocolNote(o.place.RuntimeDir, result.Runtime)
	if err != nil {
		return err
	}
	if err := uninterrupted(func() error { return o.write(result) }); err != nil {
		return err
	}
	if _, err := io.WriteString(cmd.ErrOrStderr(), note); err != nil {
		return err
	}
	if err := o.checkKept(result.Runtime); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "quartet: warning: %v\n", err)
	}
	others, err := result.OtherPackages(o.out, o.place.RuntimeDir)
	warnOtherPackages(others, cmd.ErrOrStderr())
	return err
}

// write writes the documents that were downloaded, and the result.
func (o *options) write(result *generator.Result) error {
	if err := result.WriteVendored(o.vendor); err != nil {
		return fmt.Errorf("saving the downloaded documents: %w", err)
	}
	return result.Write(o.out, o.place.RuntimeDir)
}

// oneContract checks the arguments of a command that takes one contract.
func oneContract(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want one CONTRACT argument, got %d arguments", len(args))
	}
	return nil
}

// contractOrProject checks the arguments of a command that works on one contract, or on those of quartet.yaml.
func contractOrProject(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("want one CONTRACT argument, got %d arguments", len(args))
	}
	return nil
}

// register adds the flags. Their names are also the keys of a contract in quartet.yaml. They are listed by subject: output, selection, names,
// documents.
func (o *options) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	o.flags, o.changed = f, f.Changed
	f.StringVar(&o.out, "out", "", "write the package to the folder `DIR` (required)")
	f.StringArrayVar(&o.packages, "package", nil, "`NAME` of the Go package (default: the name of DIR); or NAMESPACE=IMPORT/PATH: generate the types of an XML namespace into a separate package (repeatable)")
	f.StringVar(&o.runtime, "runtime", "", "write the run-time to the folder `DIR`, which begins with ./, ../ or /; or IMPORT/PATH: import a run-time that is kept elsewhere, and write none (default: the run-time beside DIR of --out or a folder above it, or else a new folder soap beside DIR)")
	f.StringSliceVar(&o.with, "with", nil, "write optional packages `A,B` of the run-time, too: page (an HTML page about the service), record (an HTTP recorder and player), sample (values made from the contract, and a handler that answers with them), soaptest (tests of implementations, and a package NAMEtest below DIR that uses it), validate (checks against the schemas), wsse (WS-Security)")
	f.StringVar(&o.module, "module", "", "use `PATH` as the import path of DIR where there is no go.mod")
	f.BoolVar(&o.lenient, "lenient", false, "generate what is possible from a contract with errors; print a warning for everything that is omitted or replaced")
	f.StringSliceVar(&o.bindings, "bindings", nil, "generate only for the bindings `A,B`: soap11, soap12, get, post, head, put, delete (default: all in the contract)")
	f.StringSliceVar(&o.ports, "ports", nil, "generate only for the ports `A,B`, each PORT or SERVICE/PORT, and the types they need (default: all in the contract)")
	f.StringSliceVar(&o.operations, "operations", nil, "generate only the operations `A,B` and the types they need (default: all in the contract)")
	f.StringArrayVar(&o.wrapped, "wrapped", nil, "use the wrapper types of the document/literal `OPERATION` as its parameter and result, instead of their content (repeatable)")
	f.BoolVar(&o.elements, "elements", false, "generate a variable for each global element, which reads and writes documents with this root; and the types that only these need")
	f.BoolVar(&o.xsiTypes, "xsi-types", false, "generate fields XSITypes that keep xsi:type of all elements of simple types, also of built-in ones such as xs:string")
	f.StringArrayVar(&o.renames, "rename", nil, "apply `NAME=GONAME`: use the Go name GONAME for NAME in the contract; see \"Go names\" in the help of generate (repeatable)")
	f.StringVar(&o.renameFile, "rename-file", "", "apply the NAME=GONAME lines in `FILE`; empty lines and lines that start with # are ignored")
	f.StringSliceVar(&o.initials, "initialisms", nil, "write the words `A,B` and their plurals like this in Go names: with ID, that of stationId is StationID; names of --rename stay as they are")
	f.StringArrayVar(&o.namespaces, "namespace", nil, "apply `OLD=NEW`: replace the namespace OLD by NEW in messages, SOAP actions and the contract that the handler serves (repeatable)")
	f.StringArrayVar(&o.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&o.fetch, "fetch", false, "download documents that are in no catalog over http and https")
	f.BoolVar(&o.private, "allow-private", false, "with --fetch, also download from loopback, private and link-local addresses other than the origin of CONTRACT")
	f.StringVar(&o.vendor, "vendor", "", "read documents that were downloaded earlier from the folder `DIR`; with --fetch, also save new ones there")
	o.stdin.register(f)
	o.report.register(cmd)
}

// generate runs the generator and prints its diagnostics to standard error.
func (o *options) generate(cmd *cobra.Command, contract string) (*generator.Result, error) {
	config, err := o.config(contract)
	if err != nil {
		return nil, err
	}
	if err := o.stdin.addTo(cmd, &config); err != nil {
		return nil, err
	}
	if o.completeEarlier {
		if err := uninterrupted(o.heal); err != nil {
			return nil, err
		}
	}
	suppress, err := o.project.suppressions(o.stdin.name(contract), o.report.documents)
	if err != nil {
		return nil, err
	}
	config.Suppress = append(config.Suppress, suppress...)
	config.Command = o.command(o.stdin.name(contract))
	result, err := generator.Generate(cmd.Context(), config)
	if err != nil {
		return nil, bugError{err}
	}
	if err := o.report.write(cmd, result.Diagnostics); err != nil {
		return nil, err
	}
	if result.Diagnostics.HasErrors() {
		return nil, errFindings
	}
	return result, nil
}

// heal completes or removes what an interrupted run has left.
func (o *options) heal() error {
	var dirs []string
	for _, dir := range []string{o.out, o.place.RuntimeDir, o.vendor} {
		if dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return generator.CompleteInterrupted(dirs...)
}

// warnOtherPackages prints a warning for each file of another package in the output
// folders, as the go command cannot build a folder with two packages.
func warnOtherPackages(others []generator.OtherPackage, stderr io.Writer) {
	for _, other := range others {
		fmt.Fprintf(stderr, "quartet: warning: %s is in package %s, not %s; the folder cannot be built\n", other.Path, other.Package, other.Wanted)
	}
}

// config returns the configuration that the flags describe.
func (o *options) config(contract string) (generator.Config, error) {
	config, err := o.configIn(contract, o.addPlace, o.addPackages)
	if err == nil && slices.Contains(o.with, "soaptest") && config.ImportPath == "" {
		err = usagef("--with soaptest: the import path of %s is not known: there is no go.mod, and no --module", o.out)
	}
	return config, err
}

// configIn returns the configuration that the flags describe. addPlaces add where packages are.
func (o *options) configIn(contract string, addPlaces ...func(*generator.Config) error) (generator.Config, error) {
	config := generator.Config{
		Contract: contract, Dir: o.out, Wrapped: o.wrapped, Fetch: o.fetch, AllowPrivate: o.private, Vendor: o.vendor, Lenient: o.lenient,
		Operations: o.operations, Ports: o.ports, Optional: o.with, Elements: o.elements, XSITypes: o.xsiTypes,
	}
	config.OnRead = o.report.documents.Add
	if err := o.report.check(); err != nil {
		return config, err
	}
	if o.out == "" {
		return config, usagef("--out is required: the folder to write the package to")
	}
	for flag, names := range map[string][]string{"operations": o.operations, "ports": o.ports, "wrapped": o.wrapped, "with": o.with} {
		if o.changed(flag) && (len(names) == 0 || slices.Contains(names, "")) {
			return config, usagef("--%s contains an empty name", flag)
		}
	}
	for _, name := range o.with {
		if !slices.Contains(generator.OptionalPackages(), name) {
			return config, usagef("--with %q is not an optional package of the run-time; want %s", name, strings.Join(generator.OptionalPackages(), " or "))
		}
	}
	for _, add := range append(addPlaces, o.addDocuments, o.addRenames, o.addInitialisms, o.addNamespaces, o.addBindings) {
		if err := add(&config); err != nil {
			return config, err
		}
	}
	return config, nil
}

func (o *options) addInitialisms(config *generator.Config) error {
	if o.changed("initialisms") && len(o.initials) == 0 {
		return usagef("--initialisms is empty; want A,B")
	}
	for _, text := range o.initials {
		if err := generator.CheckInitialism(text); err != nil {
			return usagef("--initialisms: %w", err)
		}
	}
	config.Initialisms = o.initials
	return nil
}

// addDocuments adds the locations of documents.
func (o *options) addDocuments(config *generator.Config) error {
	if o.changed("vendor") {
		if o.vendor == "" {
			return usagef("--vendor is empty; want a folder")
		}
		if _, err := os.Stat(o.vendor); errors.Is(err, fs.ErrNotExist) && !o.fetch {
			return usagef("--vendor %q: the folder does not exist; add --fetch to download the documents into it", o.vendor)
		}
	}
	for _, value := range o.catalogs {
		if value == "" {
			return usagef("--catalog is empty; want FILE or URI=FILE")
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
			return usagef("--namespace replaces %q more than once", ns.Old)
		}
		config.Namespaces = append(config.Namespaces, ns)
	}
	return nil
}

func (o *options) addBindings(config *generator.Config) error {
	if o.changed("bindings") && len(o.bindings) == 0 {
		return usagef("--bindings is empty; omit it to generate for all bindings in the contract")
	}
	for _, name := range o.bindings {
		b, ok := bindingNames[name]
		if !ok {
			return usagef("--bindings: unknown binding %q; want soap11, soap12, get, post, head, put or delete", name)
		}
		if slices.Contains(config.Bindings, b) {
			return usagef("--bindings lists %q more than once", name)
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
	if i < 0 || i == len(value)-1 {
		return "", "", false
	}
	u, err := url.Parse(value[:i])
	if err != nil || len(u.Scheme) < 2 { // one letter is a Windows drive
		return "", "", false
	}
	return value[:i], value[i+1:], true
}

func parseNamespace(pair string) (generator.Namespace, error) {
	from, to, ok := strings.Cut(pair, "=")
	switch {
	case !ok:
		return generator.Namespace{}, usagef("--namespace %q: want OLD=NEW", pair)
	case from == "" || to == "":
		return generator.Namespace{}, usagef("--namespace %q: OLD and NEW must not be empty", pair)
	case strings.ContainsFunc(to, func(r rune) bool { return !unicode.IsPrint(r) || unicode.IsSpace(r) }):
		return generator.Namespace{}, usagef("--namespace %q: NEW must not contain white space or control characters", pair)
	}
	return generator.Namespace{Old: from, New: to}, nil
}
