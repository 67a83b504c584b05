package cli

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// sources are the flags that say where the documents of a contract are, for commands
// that use a contract and generate nothing.
type sources struct {
	options
}

func (s *sources) register(cmd *cobra.Command) {
	f := cmd.Flags()
	s.changed = f.Changed
	f.StringArrayVar(&s.namespaces, "namespace", nil, "apply `OLD=NEW`: replace the namespace OLD by NEW in messages and SOAP actions (repeatable)")
	f.StringArrayVar(&s.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&s.fetch, "fetch", false, "download documents that are in no catalog over http and https; always set if CONTRACT is an address")
	f.BoolVar(&s.private, "allow-private", false, "also download from loopback, private and link-local addresses other than the origin of CONTRACT")
	f.StringVar(&s.vendor, "vendor", "", "read documents that were downloaded earlier from the folder `DIR`")
	f.BoolVar(&s.lenient, "lenient", false, "use what is possible of a contract with errors")
	s.stdin.register(f)
	addConfig(cmd)
}

// describe returns the contract, which is read as quartet.yaml says, if it is there. Warnings about it are not printed: they are for those who
// generate code.
func (s *sources) describe(cmd *cobra.Command, contract string) (*generator.Described, error) {
	contract, err := withDocuments(cmd, contract)
	if err != nil {
		return nil, err
	}
	config := generator.Config{Contract: contract, AllowPrivate: s.private, Vendor: s.vendor, Lenient: s.lenient}
	if err := s.stdin.addTo(cmd, &config); err != nil {
		return nil, err
	}
	contract = config.Contract
	config.Fetch = s.fetch || isAddress(contract)
	if err := s.addDocuments(&config); err != nil {
		return nil, err
	}
	if err := s.addNamespaces(&config); err != nil {
		return nil, err
	}
	if _, err := os.Stat(contract); config.Input == nil && !isAddress(contract) && errors.Is(err, fs.ErrNotExist) && len(config.Addresses) == 0 && len(config.Catalogs) == 0 && s.vendor == "" {
		return nil, errors.New(contract + ": there is no such file")
	}
	report := reporting{format: "text", documents: make(generator.Documents)}
	config.OnRead = report.documents.Add
	if config.Suppress, err = suppressions(contract, report.documents); err != nil {
		return nil, err
	}
	d, err := generator.Describe(cmd.Context(), config)
	if err != nil {
		return nil, bugError{err}
	}
	if d.Diagnostics.HasErrors() {
		if err := report.write(cmd, d.Diagnostics); err != nil {
			return nil, err
		}
		return nil, errFindings
	}
	if d.Schema {
		return nil, errors.New(contract + ": it is a schema, which has no service")
	}
	if len(d.Services) == 0 {
		return nil, errors.New(contract + ": the contract has no services")
	}
	return d, nil
}

// isAddress reports whether a contract is one that is downloaded.
func isAddress(contract string) bool {
	scheme, _, ok := strings.Cut(contract, ":")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// exclusive reports two flags of a list that are both given.
func exclusive(cmd *cobra.Command, names ...string) error {
	first := ""
	for _, name := range names {
		switch {
		case !cmd.Flags().Changed(name):
		case first != "":
			return usagef("--%s and --%s exclude each other", first, name)
		default:
			first = name
		}
	}
	return nil
}
