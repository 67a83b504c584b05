package cli

import (
	"cmp"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/running/toolserver"
	"example.com/quartet/templates/soap/contract"
)

// toolOptions holds the flags of serve for the Model Context Protocol.
type toolOptions struct {
	over      string
	readOnly  []string
	headers   []string
	maxResult int
}

func (o *toolOptions) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.over, "mcp", "", "serve tools of the Model Context Protocol over `HOW`: stdio, or http, at /mcp of --addr")
	f.StringSlice("operations", nil, "serve only the operations `A,B`")
	f.StringSliceVar(&o.readOnly, "read-only", nil, "with --mcp, say that the operations `A,B` change nothing (default: all, if the flag is given)")
	f.Lookup("mcp").NoOptDefVal, f.Lookup("read-only").NoOptDefVal = "stdio", toolserver.All
	f.IntVar(&o.maxResult, "max-result", 100_000, "with --mcp, cut a result after `N` bytes")
	f.StringArrayVar(&o.headers, "header", nil, "with --mcp and --to, send the HTTP header `'NAME: VALUE'` with each call (repeatable)")
}

// check reports flags with invalid values, and flags that cannot be used together.
func (o *toolOptions) check(cmd *cobra.Command) error {
	switch host, _, _ := strings.Cut(cmd.Flag("addr").Value.String(), ":"); {
	case o.over != "" && o.over != "stdio" && o.over != "http":
		return usagef("--mcp=%s: want stdio or http", o.over)
	case o.over == "http" && host != "127.0.0.1" && host != "localhost":
		return usagef("--mcp=http is for programs on this machine; --addr must begin with 127.0.0.1 or localhost")
	case o.maxResult <= 0:
		return usagef("--max-result %d is not positive", o.maxResult)
	}
	return cmp.Or(exclusive(cmd, "mcp", "record"), exclusive(cmd, "mcp", "recorded"), exclusive(cmd, "mcp", "trust"))
}

// newTools returns a server of tools for the operations of services, which handler serves.
func (o *serveOptions) newTools(services []*contract.Contract, handler http.Handler, logger *slog.Logger) (*mcp.Server, error) {
	names := append(operationNames(services), toolserver.All)
	for _, name := range o.readOnly {
		if !slices.Contains(names, name) {
			return nil, unknownName("--read-only", "operation", name, names)
		}
	}
	config := toolserver.Config{
		Version: version(), Handler: handler, ReadOnly: o.readOnly, MaxResult: o.maxResult, Redactor: o.redactor, Logger: logger,
	}
	return config.New(services)
}
