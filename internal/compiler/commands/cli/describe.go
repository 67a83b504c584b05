package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reviewing/describe"
)

func newDescribe() *cobra.Command {
	var o outlined
	var samples bool
	cmd := &cobra.Command{
		Use:   "describe [CONTRACT [OPERATION|TYPE]...]",
		Short: "Describe a contract for people who use its services",
		Long:  describeHelp,
		Example: `  go tool quartet describe wsdl/realtime.wsdl
  go tool quartet describe wsdl/realtime.wsdl getStationDataByNameXML --samples
  go tool quartet describe wsdl/realtime.wsdl --format markdown > REALTIME.md`,
		Args: usageArgs(func(_ *cobra.Command, args []string) error {
			if i := slices.Index(args, ""); i >= 0 {
				return fmt.Errorf("%s is empty", [...]string{"CONTRACT", "the name of an operation or type"}[min(i, 1)])
			}
			return nil
		}),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args, samples) },
	}
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "text", "print `FORMAT`: text, json, markdown, html with pictures of types, openapi for JSON and HTTP bindings, or jsonschema for types")
	f.BoolVar(&samples, "samples", false, "show sample messages of each operation for each binding (default in Markdown)")
	o.register(cmd)
	return cmd
}

// run describes the contract that the first argument names, or all of quartet.yaml, or the parts that other arguments name.
func (o *outlined) run(cmd *cobra.Command, args []string, samples bool) error {
	if !slices.Contains([]string{"text", "json", "markdown", "html", "openapi", "jsonschema"}, o.format) {
		return usagef("--format %q: want text, json, markdown, html, openapi or jsonschema", o.format)
	}
	named := min(len(args), 1)
	all, err := o.all(cmd, args[:named])
	if err != nil {
		return err
	}
	if len(all) > 1 && o.format != "text" && o.format != "json" {
		return usagef("--format %s: each contract has a separate page; name one CONTRACT", o.format)
	}
	switch o.format {
	case "openapi":
		text, err := all[0].OpenAPI(cmd.Context())
		if err == nil && text == nil {
			return usagef("--format openapi: the contract has no services")
		}
		return printed(cmd, diag.EscapeJSON(text), err)
	case "jsonschema":
		text, err := all[0].JSONSchema()
		return printed(cmd, diag.EscapeJSON(text), err)
	}
	samples = samples || o.format == "markdown" && !cmd.Flags().Changed("samples")
	parts := make([]*generator.Outline, len(all))
	for i, result := range all {
		if parts[i], err = result.Outline.Select(args[named:]); err != nil {
			return usageError(err)
		}
		if samples {
			if err := result.AddSamples(cmd.Context(), parts[i]); errors.Is(err, describe.ErrManySamples) {
				return usageError(err)
			} else if err != nil {
				return bugError(err)
			}
		}
	}
	if o.format == "html" {
		text, err := all[0].HTML(parts[0])
		switch {
		case errors.Is(err, describe.ErrLargePage):
			return usagef("--format html: %w; name operations after the contract", err)
		case err == nil && text == nil:
			return usagef("--format html: the contract has no services")
		}
		return printed(cmd, text, err)
	}
	text, err := o.describe(parts, named == 0)
	return printed(cmd, text, err)
}

// printed prints a text that the generator has made, or returns the error of the generator.
func printed(cmd *cobra.Command, text []byte, err error) error {
	if err != nil {
		return bugError(err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

// describe returns outlines as text. In JSON, outlines of the contracts of quartet.yaml are a list, even if it has only one contract.
func (o *outlined) describe(parts []*generator.Outline, ofProject bool) (text []byte, err error) {
	switch {
	case o.format == "json" && ofProject:
		return describe.JSONOf(parts)
	case o.format == "json":
		return parts[0].JSON()
	case o.format == "markdown":
		return parts[0].Markdown()
	}
	for i, part := range parts {
		if i > 0 {
			text = append(text, '\n')
		}
		one, failed := part.Text()
		text, err = append(text, one...), cmp.Or(err, failed)
	}
	return text, err
}

const describeHelp = `Describe prints what a contract has: documents; services; ports with addresses and
bindings; operations with their names in messages and in Go, parameters, results,
faults, headers and attachments; and types as trees, with occurrence ([0..1]; nothing
for exactly one), facets, defaults and documentation. A type is shown where it is used
first, so a type that contains itself is shown once.

Without CONTRACT, describe prints all contracts of quartet.yaml, in JSON as a list.

Names after CONTRACT select operations, types and elements, by their names in the
contract ({NAMESPACE}NAME if a name is not unique) or in Go. The name of an overloaded
operation selects all overloads.

Go names are those that "go tool quartet generate" gives with the same flags.

Sample messages are made from the contract: requests by a client of the run-time, and
responses by a handler. They are valid, and the same in every run.

The exit code is 1 if the contract has errors, 2 for a usage error or an unknown name.

## formats: what describe prints

With --format json, the output is an object with the members contract, documents,
namespaces, services (with ports and operations) and types. OUTLINE.md, beside the
documentation of the generator, describes all members. New versions may add members.

With --format html, the output is one page that needs no other file: a table of the
operations, and for each one a picture of its types and the trees of its messages.

With --format openapi, the output is a description of the service in OpenAPI 3.1: of
JSON, as programs with package jsonhttp and "go tool quartet serve --json" serve it, and
of HTTP GET and POST, unless --ports selects other ports. These programs serve such a
description at ?openapi.

With --format jsonschema, the output is a schema in JSON Schema 2020-12 of the types of
a contract or of an XML Schema, in the JSON that programs with package jsonhttp write. A
document is a value of one of the global elements of the XML Schema, or a request or a
result of the contract.`
