package cli

import (
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/writing/location"
	"example.com/quartet/templates/soap/contract"
)

// notInFile are the flags of generate that are not keys of a contract: they concern one run of a command.
var notInFile = []string{"format", "base", "config"}

// fileKeys returns the keys of a contract in quartet.yaml: the flags of generate. The form of a value follows from the flag.
func fileKeys() []project.Key {
	cmd := &cobra.Command{}
	new(options).register(cmd)
	var keys []project.Key
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if slices.Contains(notInFile, f.Name) {
			return
		}
		value, help := pflag.UnquoteUsage(f)
		k := project.Key{Name: f.Name, Help: strings.TrimSuffix(strings.TrimSuffix(help, " (repeatable)"), " (required)"), Kind: project.Text}
		if _, many := f.Value.(pflag.SliceValue); many && pairForm.MatchString(value) {
			k.Kind = project.Pairs
		} else if many {
			k.Kind = project.List
		} else if f.Value.Type() == "bool" {
			k.Kind = project.Switch
		}
		switch f.Name {
		case "bindings":
			for _, b := range contract.Bindings() {
				if b.InWSDL() {
					k.Choices = append(k.Choices, b.Code())
				}
			}
			slices.Sort(k.Choices)
		case "with":
			k.Choices = generator.OptionalPackages()
		case "initialisms":
			k.Pattern, k.Global = generator.InitialismPattern, true
		case "lenient":
			k.Kind, k.Choices = project.SwitchOrList, generator.LenientRules()
		case "package":
			k.Kind = project.TextOrList
		}
		keys = append(keys, k)
	})
	return keys
}

var pairForm = regexp.MustCompile(`^[A-Z]+=[A-Z]+$`)

// apply sets the flags that quartet.yaml has for the contract and that are not on the command line, except flags for which
// only reports false.
func (s selected) apply(flags *pflag.FlagSet, only func(key string) bool) error {
	if s.in == nil {
		return nil
	}
	for _, v := range s.in.Values {
		f := flags.Lookup(v.Key)
		if f == nil || f.Changed || !only(v.Key) {
			continue
		}
		texts := collect.Each(v.Items, func(item project.Item) string { return s.value(f, item.Text) })
		if err := setFlag(f, texts); err != nil {
			return usagef("--%s: %w", v.Key, err)
		}
	}
	return nil
}

// value returns a value of the file for a flag, with paths relative to the working directory.
func (s selected) value(f *pflag.Flag, text string) string {
	switch what, _ := pflag.UnquoteUsage(f); {
	case f.Name == "runtime":
		if path := s.file.join(text); location.IsFolder(text) && !location.IsFolder(path) {
			return "." + string(filepath.Separator) + path
		} else if location.IsFolder(text) {
			return path
		}
	case f.Name == "catalog":
		if uri, file, ok := cutAddress(text); ok {
			return uri + "=" + s.file.join(file)
		}
		return s.file.join(text)
	case what == "DIR", what == "FILE":
		return s.file.join(text)
	}
	return text
}

// setFlag sets a flag to values, as if it were on the command line.
func setFlag(f *pflag.Flag, values []string) (err error) {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		err = list.Replace(values)
	} else {
		err = f.Value.Set(strings.Join(values, ","))
	}
	f.Changed = true
	return err
}

// hasScheme reports whether a contract is a URI, not a path. A single letter is a Windows drive.
func hasScheme(name string) bool {
	u, err := url.Parse(name)
	return err == nil && len(u.Scheme) > 1
}

// copyFlags sets the flags of to that are set in from and not in to.
func copyFlags(from, to *pflag.FlagSet) (err error) {
	to.VisitAll(func(f *pflag.Flag) {
		if source := from.Lookup(f.Name); err == nil && source != nil && source.Changed && !f.Changed {
			err = setFlag(f, valuesOf(source))
		}
	})
	return err
}
