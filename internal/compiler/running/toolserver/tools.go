// Package toolserver serves the operations of contracts as tools of the Model Context Protocol, which a program calls for a language
// model (https://modelcontextprotocol.io/specification/2025-06-18/server/tools). The arguments of a tool are a request as package
// jsonhttp reads it, and the member result of its structured result is what package jsonhttp writes. Package cli uses it for the
// command serve.
package toolserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/running/serve"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/redact"
)

// Limits on what clients are told about tools, and pass on to language models, in bytes.
const (
	maxDocumentation = 1000
	maxSchemas       = 16 << 20 // of the schemas of all tools
)

// Config configures a server of tools.
type Config struct {
	Version   string       // of the program
	Handler   http.Handler // serves operations over JSON, at the path of their service, a slash, and their name
	ReadOnly  []string     // the names of those that are said to change nothing, or All
	MaxResult int          // bytes of a result; a longer one is cut
	Redactor  redact.Redactor
	Logger    *slog.Logger
}

// All is in a list of the names of all operations.
const All = "*"

// New returns a server with a tool for each operation of the services of Handler.
func (c Config) New(services []*contract.Contract) (*mcp.Server, error) {
	capabilities := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "quartet", Version: c.Version}, &mcp.ServerOptions{Capabilities: capabilities})
	names, paths, size := make(map[string]bool), make(map[string]bool), 0
	for _, info := range services {
		path := strings.TrimSuffix(serve.Paths(info)[0], "/") + "/"
		schemas := jsonhttp.OperationSchemas(info, documentation)
		for _, op := range info.Operations {
			at := path + op.Name
			if paths[at] { // of operations with one path the first is served
				continue
			}
			paths[at] = true
			request, result, err := schemas(op)
			if size += len(request) + len(result); err != nil || size > maxSchemas {
				return nil, cmp.Or(err, fmt.Errorf("the schemas of the tools are larger than %d bytes; select operations with --operations", maxSchemas))
			}
			// What the contract says is quoted, so that nobody takes it for more than that.
			description := fmt.Sprintf(`Calls the operation %s of the service %s. Its documentation: "%s"`, op.Name, info.Service, strings.ReplaceAll(documentation(op.Doc), `"`, "'"))
			s.AddTool(&mcp.Tool{
				Name: toolName(names, op.Name), Description: description, InputSchema: json.RawMessage(request), OutputSchema: json.RawMessage(result),
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: slices.Contains(c.ReadOnly, All) || slices.Contains(c.ReadOnly, op.Name)},
			}, (&tool{c, at}).call)
		}
	}
	return s, nil
}

// toolName returns the name of the tool for an operation, of characters that all clients accept. It adds it to the names that are taken.
func toolName(taken map[string]bool, operation string) string {
	stem := strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '-' {
			return r
		}
		return '_'
	}, operation)
	name := fmt.Sprintf("%.64s", stem) // bytes; clients accept that many
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%.56s_%d", stem, n)
	}
	taken[name] = true
	return name
}

// documentation returns the beginning of a text of a contract, in one line.
func documentation(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return diag.Escape(strings.ToValidUTF8(text[:min(len(text), maxDocumentation)], ""))
}
