// Command quartet generates Go from WSDL contracts.
package main

import (
	"os"

	"example.com/quartet/internal/compiler/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) }
