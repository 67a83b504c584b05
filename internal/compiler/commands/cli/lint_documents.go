package cli

import (
	"bytes"
	"net/url"

	"example.com/quartet/generator"
)

// addDocuments adds the documents of one contract to those of others. The names of documents are relative to the addresses of
// contracts that are downloaded: if another document has a name already, the address replaces it in findings.
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

// inFull returns the name of a document with that of its contract.
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
