package cli

import (
	"bytes"
	"net/url"

	"example.com/quartet/generator"
)

// addDocuments adds the documents of one contract to the documents of others. Documents of downloaded contracts have names
// relative to the address of the contract. If another document already has such a name, findings get the full address.
func addDocuments(all, own generator.Documents, contract string, found *generator.Linted) {
	renamed := make(map[string]string)
	for name, text := range own {
		if known, taken := all[name]; taken && !bytes.Equal(known, text) {
			renamed[name] = inFull(contract, name)
			name = renamed[name]
		}
		all.Add(name, text)
	}
	if len(renamed) == 0 {
		return
	}
	for _, list := range []generator.Diagnostics{found.Diagnostics, found.Suppressed} {
		for i := range list {
			rename(renamed, &list[i].Pos.File)
			for j := range list[i].Related {
				rename(renamed, &list[i].Related[j].Pos.File)
			}
		}
	}
}

func rename(renamed map[string]string, file *string) {
	if name := renamed[*file]; name != "" {
		*file = name
	}
}

// inFull returns the address of a document of a downloaded contract, else its name after the name of the contract.
func inFull(contract, name string) string {
	base, err := url.Parse(contract)
	if err != nil || !isAddress(contract) {
		return contract + ": " + name
	}
	full, err := base.Parse(name)
	if err != nil {
		return contract + ": " + name
	}
	return full.Redacted()
}
