package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// maxMessage is the maximum size in bytes of a message from a file or standard input.
const maxMessage = 64 << 20

// givenMessage is a request as the user has given it: names and values, or markup.
type givenMessage struct {
	values *callvalue.Input // nil if there is markup
	markup []byte
	blocks []xsd.RawXML // header blocks in the markup, once a request has been read
}

// readArguments reads arguments NAME=VALUE, and the files that their values name.
func readArguments(cmd *cobra.Command, args []string) (*callvalue.Input, error) {
	return callvalue.ParseArguments(args, func(file string) ([]byte, error) { return readSource(cmd, "@"+file) })
}

// readMessage reads the arguments after the operation.
func readMessage(cmd *cobra.Command, args []string) (*givenMessage, error) {
	for i, arg := range args {
		if isWhole(arg) && len(args) > 1 {
			return nil, usagef("%s is a whole message and cannot be combined with other arguments, such as %s", arg, args[1-min(i, 1)])
		}
	}
	if len(args) != 1 || !isWhole(args[0]) {
		values, err := readArguments(cmd, args)
		if err != nil {
			return nil, usageError(err)
		}
		return &givenMessage{values: values}, nil
	}
	text, err := readSource(cmd, args[0])
	if err != nil {
		return nil, err
	}
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	if bytes.HasPrefix(trimmed, []byte("{")) || bytes.HasPrefix(trimmed, []byte("[")) {
		values, err := callvalue.ParseJSON(trimmed)
		if err != nil {
			return nil, usagef("%s: %w", sourceName(args[0]), err)
		}
		return &givenMessage{values: values}, nil
	}
	if len(trimmed) == 0 {
		return nil, usagef("%s is empty; want an XML element or a JSON object", sourceName(args[0]))
	}
	return &givenMessage{markup: text}, nil
}

// isWhole reports whether an argument is a message, or names a file with one.
func isWhole(arg string) bool {
	return arg == "-" || strings.HasPrefix(arg, "@") && !strings.Contains(arg, "=") || isMessage(arg)
}

// isMessage reports whether an argument is XML or a JSON object. The name of a parameter may begin with a brace, too.
func isMessage(arg string) bool {
	text := strings.TrimSpace(arg)
	object, ok := strings.CutPrefix(text, "{")
	object = strings.TrimSpace(object)
	return strings.HasPrefix(text, "<") || ok && (strings.HasPrefix(object, `"`) || object == "}")
}

// readSource reads @FILE, or standard input for - and @-, or returns an argument that is a message itself.
func readSource(cmd *cobra.Command, arg string) ([]byte, error) {
	if isMessage(arg) {
		return []byte(arg), nil
	}
	in := cmd.InOrStdin()
	if strings.TrimPrefix(arg, "@") != "-" {
		f, err := os.Open(arg[1:])
		if err != nil {
			return nil, usageError(err)
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading a message: %w", err)
	case len(text) > maxMessage:
		return nil, usagef("%s is larger than %d MiB", sourceName(arg), maxMessage>>20)
	}
	return text, nil
}

func sourceName(arg string) string {
	switch {
	case strings.TrimPrefix(arg, "@") == "-":
		return "standard input"
	case isMessage(arg):
		return "the message"
	}
	return arg[1:]
}

// request returns the request of an operation.
func (g *givenMessage) request(ctx context.Context, info *contract.Contract, op *contract.Operation) (req any, err error) {
	if g.values != nil {
		return callvalue.Request(ctx, info, op, g.values)
	}
	req, g.blocks, err = callvalue.RequestFromXML(ctx, info, op, g.markup)
	return req, err
}

// suggestion returns a remark on the first parameter that none of the types has, "" if there is none.
func (g *givenMessage) suggestion(types []*schema.Type) string {
	if g.values == nil {
		return ""
	}
	names := slices.Concat(collect.Each(types, callvalue.Names)...)
	for _, name := range g.values.Names {
		if slices.Contains(names, name) || slices.Contains(names, "@"+name) {
			continue
		}
		if meant := callvalue.Meant("", name, types...); meant != "" {
			return fmt.Sprintf(" (unknown parameter %s; %s)", name, meant)
		}
		return fmt.Sprintf(" (unknown parameter %s)", name)
	}
	return ""
}
