package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/wsa"
)

// addressing is the flag --addressing.
type addressing bool

func (a *addressing) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar((*bool)(a), "addressing", false, "use WS-Addressing 1.0 (default: as the policies of the contract say)")
}

// option returns the option of a client or a handler: what the policies of the contract ask for, unless the flag was given.
func (a *addressing) option(cmd *cobra.Command) soap.Option {
	switch {
	case bool(*a):
		return wsa.WithAddressing(wsa.Addressing{})
	case cmd.Flags().Changed("addressing"):
		return soap.Options()
	}
	return wsa.ByPolicy()
}
