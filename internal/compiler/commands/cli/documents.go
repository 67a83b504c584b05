package cli

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
)

// sources holds the flags for the documents of a contract, for commands that use a
// contract but generate nothing.
type sources struct {
	options
}

func (s *sources) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.namespaces, "namespace", nil, "apply `OLD=NEW`: replace the namespace OLD by NEW in messages and SOAP actions (repeatable)")
	s.registerDocuments(cmd)
}

// registerDocuments adds the flags for documents.
func (s *sources) registerDocuments(cmd *cobra.Command) {
	f := cmd.Flags()
	s.changed = f.Changed
	f.StringArrayVar(&s.catalogs, "catalog", nil, "look up documents in the OASIS XML catalog `FILE`; or URI=FILE: read the document or namespace URI from FILE (repeatable)")
	f.BoolVar(&s.base.Fetch, "fetch", false, "download documents over http and https if no catalog contains them; always set if CONTRACT is an address")
	f.BoolVar(&s.base.AllowPrivate, "allow-private", false, "also download from loopback, private and link-local addresses other than the origin of CONTRACT")
	f.StringVar(&s.base.Vendor, "vendor", "", "read documents that were downloaded earlier from the folder `DIR`")
	leniency{&s.base}.register(f, "use a contract with errors as far as possible")
	s.stdin.register(f)
	addConfig(cmd)
}

// sourcesOf returns the flags for one of several contracts, from the command line and from quartet.yaml.
func sourcesOf(cmd *cobra.Command, contract selected) (*sources, error) {
	own := new(sources)
	return own, contract.set(cmd, own.registerDocuments, onDocuments())
}

// config returns the configuration for a contract. The documents are recorded for the report.
func (s *sources) config(cmd *cobra.Command, contract selected, report *reporting) (generator.Config, error) {
	config := s.base
	config.Contract, config.OnRead = contract.name, report.documents.Add
	if err := s.stdin.addTo(cmd, &config); err != nil {
		return config, err
	}
	config.Fetch = config.Fetch || isAddress(config.Contract)
	if err := s.addDocuments(&config); err != nil {
		return config, err
	}
	if err := s.addNamespaces(&config); err != nil {
		return config, err
	}
	var err error
	config.Suppress, err = contract.suppressions(config.Contract, report.documents)
	return config, err
}

// checkExists returns an error if the contract is a file that does not exist.
func (s *sources) checkExists(config generator.Config) error {
	if config.Input != nil || isAddress(config.Contract) || len(config.Addresses) > 0 || len(config.Catalogs) > 0 || config.Vendor != "" {
		return nil
	}
	if _, err := os.Stat(config.Contract); errors.Is(err, fs.ErrNotExist) {
		return errors.New(config.Contract + ": the file does not exist")
	}
	return nil
}

// describe returns the contract. It does not print warnings, which concern generated code only. If the contract has errors, and
// only some operations are needed, it returns these if they do not depend on what has errors.
func (s *sources) describe(cmd *cobra.Command, contract string, operations ...string) (*generator.Described, error) {
	report := reporting{format: "text", documents: make(generator.Documents)}
	selection, err := withDocuments(cmd, contract)
	if err != nil {
		return nil, err
	}
	config, err := s.config(cmd, selection, &report)
	if err != nil {
		return nil, err
	}
	if err := s.checkExists(config); err != nil {
		return nil, err
	}
	d, err := generator.Describe(cmd.Context(), config)
	if err == nil && d.Diagnostics.HasErrors() && len(operations) > 0 {
		config.Operations = operations
		var needed *generator.Described
		if needed, err = generator.Describe(cmd.Context(), config); err == nil && !needed.Diagnostics.HasErrors() {
			d = needed
		}
	}
	if err != nil {
		return nil, bugError{err}
	}
	if err := report.writeErrors(cmd, d.Diagnostics); err != nil {
		return nil, err
	}
	if d.Schema {
		return nil, errors.New(config.Contract + ": a schema has no services")
	}
	if len(d.Services) == 0 {
		return nil, errors.New(config.Contract + ": the contract has no services")
	}
	return d, nil
}

// isAddress reports whether a contract is an http or https address.
func isAddress(contract string) bool {
	scheme, _, ok := strings.Cut(contract, ":")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// exclusive returns an error if two flags of a list are given.
func exclusive(cmd *cobra.Command, names ...string) error {
	first := ""
	for _, name := range names {
		switch {
		case !cmd.Flags().Changed(name):
		case first != "":
			return usagef("--%s and --%s cannot be used together", first, name)
		default:
			first = name
		}
	}
	return nil
}
