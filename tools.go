//go:build tools

// Package tools pins the programs that the project's tests and generators run,
// so that only go.mod decides their versions.
package tools

import (
	_ "github.com/hooklift/gowsdl/cmd/gowsdl" // the peer that tests generate a client with
	_ "golang.org/x/tools/cmd/goimports"      // formats by hand what the generator formats by call
	_ "honnef.co/go/tools/cmd/staticcheck"    // checks the project and its output
)
