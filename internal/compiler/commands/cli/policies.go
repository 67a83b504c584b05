package cli

import (
	"github.com/spf13/cobra"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/multipart"
	"example.com/quartet/templates/soap/wsa"
)

// byPolicy holds the flags for what the policies of the contract decide by default.
type byPolicy struct{ mtom, addressing bool }

func (p *byPolicy) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&p.mtom, "mtom", false, "send MTOM messages, with binary values of 1 KiB and more in parts (default: as the policies of the contract say)")
	f.BoolVar(&p.addressing, "addressing", false, "use WS-Addressing 1.0 (default: as the policies of the contract say)")
}

// options returns the options of a client or a handler: what the policies of the contract ask for, unless the flags were given.
func (p *byPolicy) options(cmd *cobra.Command) (mtom, addressing soap.Option) {
	mtom, addressing = multipart.ByPolicy(), wsa.ByPolicy()
	switch {
	case p.mtom:
		mtom = multipart.WithMTOM(multipart.MTOM{Always: true})
	case cmd.Flags().Changed("mtom"):
		mtom = multipart.WithMTOM(multipart.MTOM{MaxParts: 1}) // the envelope
	}
	switch {
	case p.addressing:
		addressing = wsa.WithAddressing(wsa.Addressing{})
	case cmd.Flags().Changed("addressing"):
		addressing = soap.Options()
	}
	return mtom, addressing
}
