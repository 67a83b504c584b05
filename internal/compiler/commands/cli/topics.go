package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Groups of commands in the help of the root.
var commandGroups = []struct{ id, title, names string }{
	{"code", "Generate code:", "init generate check runtime"},
	{"review", "Read and review contracts:", "list describe lint diff flatten"},
	{"run", "Call and serve without generated code:", "call serve validate"},
}

// Groups of flags in the help of commands. Flags in none of them are last.
var flagGroups = []struct{ title, names string }{
	{"Package", "out package runtime with module update check dry-run watch"},
	{"Service", "addr service binding port endpoint timeout to seed fault delay no-validate"},
	{"Parts of the contract", "bindings ports operations elements keep-imports keep-overloads"},
	{"Go code", "wrapped stream rename rename-file initialisms plain-strings nil-as-absent"},
	{"Requests", "sample header soap-header attach mtom addressing namespace"},
	{"Credentials and signatures", "user auth digest allow-origin cacert tls-cert tls-key cert key key-ref encrypt-to decrypt-key trust"},
	{"Answers that differ from the contract", "any-media-type understood lenient-names lenient-values"},
	{"JSON and tools", "mcp read-only max-result"},
	{"Recordings", "recorded match record target redact keep keep-unread"},
	{"Reading the contract", "catalog fetch allow-private vendor base lenient config"},
	{"Findings and output", "format fail-on accept until rules baseline show-messages samples stat json xml table output curl verbose quiet"},
}

// groupedFlags returns the help for the flags of a command, in groups.
func groupedFlags(flags *pflag.FlagSet) string {
	var b strings.Builder
	left := make(map[string]*pflag.Flag)
	flags.VisitAll(func(f *pflag.Flag) { left[f.Name] = f })
	for _, group := range append(flagGroups, struct{ title, names string }{title: "Other flags"}) {
		names := strings.Fields(group.names)
		if len(names) == 0 {
			flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		}
		own := pflag.NewFlagSet("", pflag.ContinueOnError)
		own.SortFlags = false
		for _, name := range names {
			if f := left[name]; f != nil {
				own.AddFlag(f)
				delete(left, name)
			}
		}
		if text := own.FlagUsagesWrapped(80); text != "" {
			fmt.Fprintf(&b, "%s:\n%s\n", group.title, text)
		}
	}
	return strings.TrimSpace(b.String())
}

// Package cobra has the functions of all templates in a map, which it does not guard: programs may run several commands at once.
func init() { cobra.AddTemplateFunc("groupedFlags", groupedFlags) }

// usageTemplate is the end of the help of a command.
func usageTemplate(root *cobra.Command) string {
	const flags = "Flags:\n{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}"
	return strings.NewReplacer(flags, "{{groupedFlags .LocalFlags}}", "Additional help topics:", "Topics of {{.CommandPath}} help TOPIC:",
		"rpad .CommandPath .CommandPathPadding", "rpad .Name .NamePadding").Replace(root.UsageTemplate())
}

// addTopics puts the commands into groups, and makes the parts of their help that begin with "## NAME: TITLE" topics of the command help.
func addTopics(root *cobra.Command) {
	for _, g := range commandGroups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, name := range strings.Fields(g.names) {
			cmd, _, _ := root.Find([]string{name})
			cmd.GroupID = g.id
		}
	}
	for _, cmd := range root.Commands() {
		parts := strings.Split(cmd.Long, "\n\n## ")
		cmd.Long = parts[0]
		for i, part := range parts[1:] {
			heading, text, _ := strings.Cut(part, "\n\n")
			name, title, _ := strings.Cut(heading, ": ")
			root.AddCommand(&cobra.Command{Use: name, Short: title, Long: text})
			if i == 0 {
				cmd.Long += "\n\nMore about it:\n"
			}
			cmd.Long += fmt.Sprintf("\n  go tool quartet help %-13s %s", name, title)
		}
	}
}
