package scaffold

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Command is the command that generates the package again in the folder of the files.
type Command struct {
	Contract string   // path or address
	Flags    []string // flags and their values after the contract, each an element
	Compare  []string // the flags that quartet flatten needs, too

	// Catalog is the path of the catalog with the documents of the contract, if there is one. Then a revision of the contract in
	// git cannot be compared, because the catalog belongs to another revision.
	Catalog string
}

// unsafe lists characters that shells, make, the go command or GitHub would not take literally, even in quotes.
const unsafe = "\"'`$\\"

// Check reports an argument that cannot be part of a Makefile and of a comment for go generate.
func (c *Command) Check() error {
	for _, arg := range slices.Concat([]string{c.Contract, c.Catalog}, c.Flags, c.Compare) {
		if err := checkText(arg); err != nil {
			return err
		}
	}
	return nil
}

// checkText returns an error for a character that ends a line in YAML, is invisible, or has a meaning in shell quotes.
func checkText(text string) error {
	for _, r := range text {
		if r == '\uFFFD' || strings.ContainsRune(unsafe, r) || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf) {
			return fmt.Errorf("%q contains %q, which make and go generate do not take literally; use another name", text, string(r))
		}
	}
	return nil
}

// isAddress reports whether the contract is an address, which a catalog maps.
func (c *Command) isAddress() bool { return strings.Contains(c.Contract, "://") }

// file returns the path shown for the contract: its file, or the folder of its documents.
func (c *Command) file() string {
	if c.isAddress() {
		return path.Dir(c.Catalog)
	}
	return c.Contract
}

// flatten returns the arguments of quartet flatten; "" if quartet diff can read a revision of the contract.
func (c *Command) flatten() string {
	if c.Catalog == "" {
		return ""
	}
	command := diag.ShellQuote(c.Contract)
	for _, arg := range append([]string{"--catalog", c.Catalog}, c.Compare...) {
		command += " " + diag.ShellQuote(arg)
	}
	return command
}
