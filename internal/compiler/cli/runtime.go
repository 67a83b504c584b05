package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

func newRuntime() *cobra.Command {
	var out, pkg string
	var check bool
	cmd := &cobra.Command{
		Use:   "runtime --out DIR",
		Short: "Write the run-time support as a package that others share",
		Long: `Runtime writes into DIR what every generated package holds a copy of, as a
package of its own: reading and writing XML, SOAP and HTTP. Packages that are
generated with --runtime and its import path use it instead of a copy. Both have
to be of the same version of quartet; Go's compiler says so if they are not.

With --check nothing is written: differences are shown as a unified diff, and
the exit code is 1.`,
		Example: "  quartet runtime --out internal/soaprt\n" +
			"  quartet generate wsdl/a.wsdl --out a --runtime example.com/module/internal/soaprt",
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			name, err := runtimeName(out, pkg)
			if err != nil {
				return err
			}
			result, err := generator.GenerateRuntime(name)
			if err != nil {
				return bugError{err}
			}
			if !check {
				return result.Write(out)
			}
			diff, err := result.Diff(out)
			if err != nil || diff == "" {
				return err
			}
			if _, err := io.WriteString(cmd.OutOrStdout(), diff); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "quartet: %s is not the run-time support of this version; run quartet runtime\n", out)
			return errFindings
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "folder of the package (required)")
	f.StringVar(&pkg, "package", "", "name of the package (default: the folder's)")
	f.BoolVar(&check, "check", false, "tell whether the folder holds what would be written")
	return cmd
}

// runtimeName returns the name of the package.
func runtimeName(out, pkg string) (string, error) {
	switch {
	case out == "":
		return "", usagef("--out is missing: the folder of the package")
	case pkg != "" && !isPackageName(pkg):
		return "", usagef("--package %q is not a name for a package of Go that can be imported", pkg)
	case pkg != "":
		return pkg, nil
	}
	if name := packageOf(out); name != "" {
		return name, nil
	}
	return "soaprt", nil
}

// isImportPath reports whether a package can be imported by that path.
func isImportPath(path string) bool {
	if path == "" || strings.HasPrefix(path, "/") || strings.HasSuffix(path, "/") || strings.Contains(path, "//") {
		return false
	}
	return !strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^`{|}\uFFFD", r)
	})
}
