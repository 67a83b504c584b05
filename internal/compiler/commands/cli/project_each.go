package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
)

// each calls run for each contract that the arguments of a command mean, with the options for it: the flags on the command
// line, and the other flags in quartet.yaml. If there are several contracts, it continues after an error, and the highest exit
// code counts.
func (o *options) each(cmd *cobra.Command, args []string, run func(o *options) error) error {
	contracts, err := contractsFor(cmd, args)
	if err != nil {
		return err
	}
	if len(contracts) > 1 && cmd.Flags().Changed("out") {
		all := contracts
		contracts = slices.DeleteFunc(slices.Clone(all), func(c selected) bool {
			return c.out() == "" || !samePath(c.out(), o.out)
		})
		if len(contracts) != 1 {
			return usagef("--out: no contract in %s has the output folder %s; name the folder of one, or read no file with --config=", all[0].file.path, o.out)
		}
	}
	if diags := contracts[0].file.sharedSettings(); diags.HasErrors() {
		return contracts[0].file.report(cmd, diags)
	}
	if c := contracts[0]; c.in == nil && c.file != nil && !cmd.Flags().Changed("out") {
		return c.unknown()
	}
	if len(contracts) == 1 {
		own, err := o.forContract(cmd, contracts[0], true)
		if err == nil {
			err = run(own)
		}
		return own.located(cmd, err)
	}
	return o.eachOf(cmd, contracts, run)
}

// eachOf calls run for several contracts, and reports the diagnostics of all.
func (o *options) eachOf(cmd *cobra.Command, contracts []selected, run func(o *options) error) error {
	if err := o.report.check(); err != nil {
		return err
	}
	worst := exitOK
	for _, c := range contracts {
		own, err := o.forContract(cmd, c, true)
		own.report.all = &o.report
		if err == nil {
			err = run(own)
		}
		if err = own.located(cmd, err); err != nil {
			worst = max(worst, exitCode(cmd, fmt.Errorf("%s: %w", c.name, err), cmd.ErrOrStderr()))
			if errors.Is(err, errConflict) {
				break // of the whole file
			}
		}
	}
	if o.report.forPrograms() {
		if err := o.report.write(cmd, o.report.found.Sorted()); err != nil {
			return err
		}
	}
	if worst == exitOK {
		return nil
	}
	return codedError{code: worst}
}

// forContract returns the options for one contract: with the flags of the command line, and from quartet.yaml with the other flags
// that the command has and that concern the contract; if all is set, with all of the file.
func (o *options) forContract(cmd *cobra.Command, s selected, all bool) (*options, error) {
	own := &options{run: o.run, project: s}
	own.given = func(flag string) bool { return cmd.Flags().Changed(flag) && !s.has(cmd.Flags().Lookup(flag)) }
	flags := new(cobra.Command)
	own.register(flags)
	err := copyFlags(cmd.Flags(), flags.Flags())
	if err == nil {
		err = s.apply(flags.Flags(), func(key string) bool { return all || key != "out" && cmd.Flags().Lookup(key) != nil })
	}
	own.report.format = o.report.format // describe and others have a flag of this name that means something else
	if s.in != nil {
		own.report.config = filepath.ToSlash(s.file.path)
		own.report.documents.Add(own.report.config, s.file.text)
	}
	return own, err
}

// has reports whether quartet.yaml has the value of a flag.
func (s selected) has(f *pflag.Flag) bool {
	v, ok := s.in.Value(f.Name)
	return ok && slices.EqualFunc(v.Items, valuesOf(f), func(item project.Item, value string) bool {
		return value == item.Text || samePath(value, s.value(f, item.Text))
	})
}

func valuesOf(f *pflag.Flag) []string {
	switch value := f.Value.(type) {
	case pflag.SliceValue:
		return value.GetSlice()
	case leniency:
		return strings.Split(value.String(), ",")
	}
	return []string{f.Value.String()}
}

// position returns the position of a value of a repeatable flag, for diagnostics: in quartet.yaml, if it is from there.
func (o *options) position(flag string, i int, text string) diag.Pos {
	if v, ok := o.fromFile(flag); ok && i < len(v.Items) {
		return v.Items[i].Pos
	}
	return diag.Pos{File: "--" + flag + " " + text}
}

// fromFile returns the value of a flag that is in quartet.yaml and not on the command line.
func (o *options) fromFile(flag string) (project.Value, bool) {
	if o.project.in == nil || o.given(flag) {
		return project.Value{}, false
	}
	return o.project.in.Value(flag)
}

// located prints a usage error about a flag that is in quartet.yaml, or is missing there, with its position, and returns the
// error for the command to end with. It returns other errors unchanged. A usage error begins with the name of its flag.
func (o *options) located(cmd *cobra.Command, err error) error {
	if o.project.in == nil || !isUsage(err) {
		return err
	}
	message, about := strings.CutPrefix(err.Error(), "--")
	flag, _, _ := strings.Cut(message, " ")
	flag = strings.TrimSuffix(flag, ":")
	if about && o.given(flag) {
		return err
	}
	d := diag.Diagnostic{ID: project.RuleID, Pos: o.project.in.Pos, Message: message}
	if v, ok := o.fromFile(flag); about && ok {
		d.Pos = v.Pos
		for _, item := range v.Items {
			if strings.Contains(message, item.Text) {
				d.Pos = item.Pos
			}
		}
	}
	if err := o.report.write(cmd, generator.Diagnostics{d}); err != nil {
		return err
	}
	return codedError{code: exitUsage}
}
