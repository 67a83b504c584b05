package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// addMethods writes methods for the operations of a contract that have none in internal/service.
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
		text += fmt.Sprintf("%s is new. Implement %s.\n", filepath.Join(dir, m.Name), strings.Join(m.Names, ", "))
	}
	if text == "" {
		text = fmt.Sprintf("Every operation of %s has a method in %s.\n", contract, dir)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), text)
	return err
}
