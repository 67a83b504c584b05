package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// addMethods writes methods for the operations of a contract that have none in internal/service, and tests of them.
func (o *options) addMethods(cmd *cobra.Command) error {
	result, contract, err := o.generate(cmd)
	if err != nil {
		return err
	}
	dir := filepath.Join(filepath.Dir(o.project.file.path), "internal", "service")
	all, err := result.WriteNewMethods(dir)
	if err != nil {
		return err
	}
	text := ""
	for _, m := range all {
		names := strings.Join(m.Names, ", ")
		text += fmt.Sprintf("%s is new. Implement %s.\n", filepath.Join(dir, m.Name), names)
		if m.Test == nil {
			text += fmt.Sprintf("No test was written: the tests in %s do not have the functions faultsOnly, request and check, which init writes.\n", dir)
			continue
		}
		text += fmt.Sprintf("%s is new. It tests %s.\n", filepath.Join(dir, m.Test.Name), names)
	}
	if text == "" {
		text = fmt.Sprintf("The types in %s have all methods of the interfaces of %s that they implement.\n", dir, contract)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}
