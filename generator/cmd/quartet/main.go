// Command quartet generates Go code from WSDL 1.1 contracts. Run "go tool quartet --help" for its
// documentation.
package main

import (
	"os"

	"example.com/quartet/internal/compiler/commands/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) }
