package generator

import (
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reviewing/report"
)

// Report writes diagnostics as text with the lines of the contract, or as JSON, SARIF 2.1.0 or Markdown:
//
//	documents := make(generator.Documents)
//	config.OnRead = documents.Add
//	result, err := generator.Generate(ctx, config)
//	...
//	report := generator.Report{Tool: "mytool v1.0.0", Diagnostics: result.Diagnostics, Source: documents.Source}
//	err = report.Write(os.Stdout, "sarif")
type Report = report.Report

// ReportFormats returns the names of the formats of a [Report]: text, json, sarif and markdown.
func ReportFormats() []string { return report.Formats() }

// Documents holds the documents of contracts, and other files that diagnostics are about, by their names in positions. It
// must be made with make. It is not safe for concurrent use.
type Documents map[string][]byte

// Add adds a document. It is a [Config.OnRead].
func (d Documents) Add(file string, text []byte) { d[file] = text }

// Source returns a document in UTF-8, nil if there is none of that name. It is a Source of a [Report].
func (d Documents) Source(file string) []byte { return xmltree.UTF8(d[file]) }
