package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/multipart"
)

// mtom is the flag --mtom.
type mtom bool

func (m *mtom) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar((*bool)(m), "mtom", false, "send MTOM messages, with binary values of 1 KiB and more in parts (default: as the policies of the contract say)")
}

// option returns the option of a client or a handler: what the policies of the contract ask for, unless the flag was given.
func (m *mtom) option(cmd *cobra.Command) soap.Option {
	switch {
	case bool(*m):
		return multipart.WithMTOM(multipart.MTOM{Always: true})
	case cmd.Flags().Changed("mtom"):
		return multipart.WithMTOM(multipart.MTOM{MaxParts: 1}) // the envelope
	}
	return multipart.ByPolicy()
}
