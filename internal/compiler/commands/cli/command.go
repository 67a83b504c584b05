package cli

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/location"
)

// notInCommand are the flags that are not in the command in the generated documentation: they do not change the package, or
// depend on the machine.
var notInCommand = map[string]bool{"out": true, "runtime": true, "module": true, "with": true, "catalog": true, "fetch": true, "allow-private": true, "vendor": true, "base": true, "rename-file": true, "format": true, "config": true}

// command returns the command that generates the package again, for its documentation. It depends neither on the working
// directory, nor on the folder of the contract, nor on the order of the flags and their values, and its paths are relative to
// the module. program is how the command is run there. It is empty if the package is not in a module.
//
// The command has neither the contract nor the flags that a quartet.yaml in the module has, because it will read that file, too.
func (o *options) command(contract, program string) string {
	file, inProject := "", o.project.in != nil
	if inProject {
		file, inProject = inModule(o.place.Module, o.project.file.path)
	}
	given := o.changed
	if inProject {
		given = o.given
	}
	flags, ok := o.arguments(given)
	args := []string{program, "generate"}
	if !inProject || len(flags) > 0 {
		from, named := contractArgument(contract)
		args, ok = append(args, from), ok && named
	}
	if !ok {
		return ""
	}
	if inProject && file != project.FileName {
		args = append(args, "--config", diag.ShellQuote(file))
	}
	return strings.Join(append(args, flags...), " ")
}

// contractArgument returns the argument for a contract: its address, or its name without its folder. ok is false if the contract
// has no name, or if its address has a password.
func contractArgument(contract string) (arg string, ok bool) {
	if u, err := url.Parse(contract); err == nil && len(u.Scheme) > 1 {
		return diag.ShellQuote(contract), u.User == nil
	}
	return diag.ShellQuote("path/to/" + filepath.Base(contract)), contract != unnamed
}

// arguments returns the flags of the command that are given. ok is false if one of them is a path that is not in the module.
func (o *options) arguments(given func(flag string) bool) (args []string, ok bool) {
	out, ok := inModule(o.place.Module, o.out)
	add := func(name, value string) { args = append(args, "--"+name, diag.ShellQuote(value)) }
	if given("out") {
		add("out", out)
	}
	if given("runtime") && !location.IsFolder(o.runtime) {
		add("runtime", o.runtime)
	}
	if given("rename-file") {
		file, inside := inModule(o.place.Module, o.renameFile)
		add("rename-file", file)
		ok = ok && inside
	}
	o.flags.VisitAll(func(f *pflag.Flag) {
		if given(f.Name) && !notInCommand[f.Name] {
			for _, arg := range flagArguments(f) {
				args = append(args, diag.ShellQuote(arg))
			}
		}
	})
	return args, ok
}

// flagArguments returns a flag as arguments, with the items of a list sorted. Flags without a list need no value.
func flagArguments(f *pflag.Flag) (args []string) {
	value, isList := f.Value.(pflag.SliceValue)
	if !isList {
		return switchArguments(f)
	}
	list := slices.Sorted(slices.Values(value.GetSlice()))
	if f.Value.Type() == "stringSlice" {
		list = []string{strings.Join(list, ",")}
	}
	for _, text := range list {
		args = append(args, "--"+f.Name, text)
	}
	return args
}

// inModule returns the path of a file or folder relative to the root of the module. ok is false if it is not in the module.
func inModule(module location.Module, name string) (path string, ok bool) {
	if module.Root == "" {
		return "", false
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(module.Root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
