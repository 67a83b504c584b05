package scaffold

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/diag"
)

// unsafe lists characters that shells, make, the go command or GitHub would not take literally, even in quotes.
const unsafe = "\"'`$\\"

// checkText returns an error for a character that ends a line in YAML, is invisible, or has a meaning in shell quotes.
func checkText(text string) error {
	for _, r := range text {
		if r == '\uFFFD' || strings.ContainsRune(unsafe, r) || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Cf) {
			return fmt.Errorf("%q contains %q, which make and go generate do not take literally; use another name", text, string(r))
		}
	}
	return nil
}

// shown returns the path shown for the contract: its file, or the folder of its documents if it is an address, which a catalog maps.
func (c *Config) shown() string {
	if strings.Contains(c.Contract, "://") {
		return path.Dir(c.Catalog)
	}
	return c.Contract
}

// QuotedContract returns the contract as an argument in a shell.
func (c *Config) QuotedContract() string { return diag.ShellQuote(c.Contract) }

// Flatten returns the arguments of quartet flatten; "" if quartet diff can read a revision of the contract.
func (c *Config) Flatten() string {
	if c.Catalog == "" {
		return ""
	}
	command := c.QuotedContract()
	for _, arg := range append([]string{"--catalog", c.Catalog}, c.Compare...) {
		command += " " + diag.ShellQuote(arg)
	}
	return command
}
