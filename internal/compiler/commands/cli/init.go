package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/location"
)

// The folders of a project.
const (
	contractFolder  = "contract"
	generatedFolder = "gen"
)

// initFlags are the flags that init shares with generate. projectFlags are the ones that become part of the command that
// generates the package again.
var (
	initFlags    = append([]string{"out", "module", "package", "runtime", "catalog", "fetch", "allow-private", "vendor", "format"}, projectFlags...)
	projectFlags = slices.Concat([]string{"with", "lenient", "bindings", "ports", "operations", "wrapped", "elements"}, goFlags,
		[]string{"stream", "rename", "initialisms", "namespace"})
)

func newInit() *cobra.Command {
	var opts options
	update := false
	cmd := &cobra.Command{
		Use:   "init (CONTRACT --out DIR | --update)",
		Short: "Write a module that serves a contract",
		Long:  initHelp,
		Example: `  go tool quartet init wsdl/realtime.wsdl --out rail --module example.com/rail --with page
  go tool quartet init 'https://example.com/service?wsdl' --fetch --out service
  go tool quartet init --update`,
		Args: usageArgs(func(cmd *cobra.Command, args []string) error {
			switch {
			case !update:
				return oneContract(cmd, args)
			case len(args) > 0 || cmd.Flags().NFlag() > 1:
				return errors.New("--update takes neither CONTRACT nor other flags")
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error {
			if update {
				return opts.each(cmd, args, func(o *options) error { return o.addMethods(cmd) })
			}
			opts.project.name = args[0]
			return opts.initProject(cmd)
		},
	}
	opts.addFlags(cmd, initUsage, initFlags...)
	cmd.Flags().BoolVar(&update, "update", false, "write methods for operations that have none, and tests of them, to new files in internal/service, for the contracts of quartet.yaml")
	return cmd
}

// initUsage has the usage of flags that mean something else for generate.
var initUsage = map[string]string{
	"out":         "write the module to the folder `DIR` (required)",
	"module":      "use `PATH` as the path of the new module (default: example.com/ and the name of DIR)",
	"initialisms": "write the words `A,B` and their plurals like this in Go names (default: go, the initialisms of Go's conventions)",
	"package":     "`NAME` of the generated package (default: made from the name of the service, or of CONTRACT if it has several)",
	"runtime":     "write the run-time to the folder `DIR`, which begins with ./, ../ or /; or IMPORT/PATH: import a run-time that is kept elsewhere, and write none; or \"import:quartet\": import the run-time of Quartet's module (default: the run-time of the existing module, otherwise the folder gen/soap)",
	"vendor":      "read documents that were downloaded earlier from the folder `DIR`",
}

const initHelp = `Init writes a Go module to the folder DIR that serves CONTRACT. It builds, runs and has
tests at once:

  contract/          the documents of the contract, as they are, and a catalog of those
                     that were downloaded or in a catalog
  gen/               the generated package and its run-time
  internal/service/  an implementation with one method for each operation, which returns
                     a fault until you write it, and a test that calls it
  main.go            a server with timeouts that shuts down gracefully on SIGINT and SIGTERM
  Makefile           run, test, generate, update, check
  .github/           a workflow that runs the tests, check and diff

They run the command with "go tool" if the module has the tool directive for it, else as
"quartet", which must be in the PATH, also in CI. A new module gets the directive if init is
run in the folder of a module that has the command, such as the source of Quartet, and so
does an existing module that requires Quartet.

"go test" passes, and "make test" lists the operations that are not implemented. With
--with page the server has the service page.

If DIR is in a module already, the files become part of it, and no go.mod is written.
Otherwise --module is the path of the new module.

Nothing is ever overwritten. If files with other content, or anything else, are in the
place of files, init lists all of them and writes nothing. Flags that change the generated
package are kept for "go generate", with paths relative to the module.

An operation that is new in the contract is answered with a fault, because the type of the
implementation embeds the type Unimplemented of the generated package. In the folder of the
project, --update writes its method and a test to new files in internal/service.`

// initProject makes a project and writes it.
func (o *options) initProject(cmd *cobra.Command) error {
	made, err := o.newProject(cmd)
	if err != nil {
		return err
	}
	if err := uninterrupted(made.write); err != nil {
		return err
	}
	if o.report.forPrograms() {
		return nil
	}
	for _, note := range made.notes {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), note); err != nil {
			return err
		}
	}
	return nil
}

// newProject makes a project.
func (o *options) newProject(cmd *cobra.Command) (*newProject, error) {
	result, config, err := o.readForProject(cmd)
	if err != nil {
		return nil, err
	}
	where, err := o.projectPlace()
	if err != nil {
		return nil, err
	}
	copied, err := result.CopyContract(contractFolder)
	if err != nil {
		return nil, err
	}
	if err := o.report.writeErrors(cmd, copied.Diagnostics); err != nil {
		return nil, err
	}
	tool, err := where.Tool(".")
	if err != nil {
		return nil, err
	}
	p := generator.ProjectConfig{Dir: o.out, ImportPath: where.ImportPath, Package: config}
	if where.NewModule {
		p.GoMod = tool.GoMod
	}
	p.Package.Package = o.packageName(result)
	p.Package.Dir = filepath.Join(o.out, generatedFolder, p.Package.Package)
	if o.runtime == "" {
		o.runtime = where.RuntimeInUse(p.Package.Dir)
	}
	if o.place, err = where.Find(location.Request{Out: p.Package.Dir, Runtime: o.runtime}); err != nil {
		return nil, usageError(err)
	}
	p.Package.Runtime, p.Package.ImportPath, p.Package.Module = o.place.Runtime, o.place.ImportPath, o.place.Module.Path
	p.RuntimeDir = o.place.RuntimeDir
	p.Package.Optional = o.base.Optional
	if p.ConfigFile, err = o.configFile(cmd.Flags(), p.Package.Package, copied); err != nil {
		return nil, err
	}
	p.CompareFlags = switchArguments(cmd.Flags().Lookup("lenient"))
	p.Package.Command, p.Program = o.commandIn(p.Package.Dir, tool.Program()), tool.Program()
	folder, err := filepath.Abs(o.out)
	if err != nil {
		return nil, err
	}
	repository := cmp.Or(above(folder, ".git"), folder)
	if repository != folder {
		if p.Repository, err = location.Relative(repository, o.out); err != nil {
			return nil, err
		}
	}
	made, err := result.Project(copied, p)
	if err != nil {
		return nil, err
	}
	project := &newProject{Project: made, where: where, tool: tool}
	return project, project.addNotes(o, result, p, repository)
}

// projectPlace returns the place of the project, or an error if its folder cannot be used.
func (o *options) projectPlace() (location.Project, error) {
	_, linked := os.Lstat(o.out)
	switch info, err := os.Stat(o.out); {
	case err == nil && !info.IsDir():
		return location.Project{}, fmt.Errorf("%s is not a folder", o.out)
	case errors.Is(err, fs.ErrNotExist) && linked == nil:
		return location.Project{}, fmt.Errorf("%s is a symbolic link to a folder that does not exist", o.out)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return location.Project{}, fmt.Errorf("the folder cannot be written: %w", err)
	}
	generated := filepath.Join(o.out, generatedFolder)
	if info, err := os.Lstat(generated); err == nil && !info.IsDir() { // it would confuse the search for the run-time
		return location.Project{}, fmt.Errorf("nothing is written, because %s is not a folder", generated)
	}
	where, err := location.FindProject(o.out, o.module)
	if err != nil {
		return where, usageError(err)
	}
	return where, nil
}

// readForProject reads a contract where it is, so that diagnostics are about the documents of the user. The returned
// configuration lacks the values that depend on places.
func (o *options) readForProject(cmd *cobra.Command) (*generator.Result, generator.Config, error) {
	if !o.changed("initialisms") {
		if err := cmd.Flags().Set("initialisms", "go"); err != nil {
			return nil, generator.Config{}, err
		}
	}
	config, err := o.settings(cmd, o.addName)
	if err != nil {
		return nil, config, err
	}
	o.base.Optional = collect.Union(o.base.Optional, "soaptest") // for the tests of the project
	config.Optional, config.Runtime = nil, "example.com/soap"
	result, err := generator.Inspect(cmd.Context(), config)
	if err != nil {
		return nil, config, bugError(err)
	}
	if err := o.report.writeAll(cmd, result.Diagnostics); err != nil {
		return nil, config, err
	}
	if len(result.Methods) == 0 {
		return nil, config, fmt.Errorf("%s: the contract has no operations to serve; use \"go tool quartet generate\" for a package of types", config.Contract)
	}
	return result, config, nil
}

// addName adds the name of the generated package.
func (o *options) addName(config *generator.Config) error {
	if o.out == "" {
		return usagef("--out is required: the folder to write the package to")
	}
	for i, name := range o.packages {
		switch {
		case i > 0:
			return usagef("--package gives two names for the generated package, %s and %s", o.packages[0], name)
		case !isPackageName(name):
			return usagef("--package %q is not a valid name for an importable Go package", name)
		case strings.ToLower(name) == runtimeName:
			return usagef("--package %q is the name of the run-time", name)
		}
		config.Package = name
	}
	return nil
}

// runtimeName is the name of the folder and of the main package of the run-time.
const runtimeName = "soap"

// packageName returns the name of the generated package: the one of --package, of the only service, or else of the contract.
// It differs from the name of the run-time beside it.
func (o *options) packageName(result *generator.Result) string {
	name, service := result.Package, result.Methods[0].Interface
	others := slices.ContainsFunc(result.Methods, func(m generator.Method) bool { return m.Interface != service })
	if own := packageOf(strings.ReplaceAll(service, "_", "")); o.packages == nil && !others && location.IsImportPath(own) {
		name = own
	}
	if name == runtimeName {
		name += "service"
	}
	return name
}

// configFile returns the text of the quartet.yaml that generates the package again, with paths relative to the folder of the project.
func (o *options) configFile(flags *pflag.FlagSet, name string, copied *generator.ContractCopy) (string, error) {
	var values []project.Value
	add := func(key string, texts ...string) {
		items := collect.Each(texts, func(text string) project.Item { return project.Item{Text: text} })
		values = append(values, project.Value{Key: key, Items: items})
	}
	out := generatedFolder + "/" + name
	add("out", out)
	if packageOf(out) != name {
		add("package", name)
	}
	switch {
	case copied.Catalog != "" && copied.Fetched:
		add("vendor", path.Dir(copied.Catalog))
	case copied.Catalog != "":
		add("catalog", copied.Catalog)
	}
	if location.IsFolder(o.runtime) {
		rel, err := location.Relative(o.out, o.runtime)
		if err != nil {
			return "", usagef("--runtime %s: no relative path leads to it from %s", o.runtime, o.out)
		}
		if !location.IsFolder(rel) {
			rel = "./" + rel
		}
		add("runtime", rel)
	} else if o.runtime != "" {
		add("runtime", o.runtime)
	}
	add("with", o.base.Optional...)
	for _, key := range projectFlags[1:] {
		if f := flags.Lookup(key); f.Changed && f.Value.String() != "false" {
			add(key, valuesOf(f)...)
		}
	}
	return project.Format(copied.Contract, values, fileKeys()), nil
}

// commandIn returns the command in the documentation of the package in the folder dir: generate in the root of the module,
// which reads the quartet.yaml of the project.
func (o *options) commandIn(dir, program string) string {
	again := options{place: o.place, out: dir, given: func(string) bool { return false }, flags: new(pflag.FlagSet)}
	again.project = selected{file: &projectFile{path: filepath.Join(o.out, project.FileName)}, in: new(project.Contract)}
	return again.command("", program)
}
