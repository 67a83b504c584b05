// Package compiler contains only documentation. The packages below it are the stages of the generator, which package
// generator runs in this order, and what works on their results. Each stage is a function from one type to another:
//
//	load      URI            -> load.Set        every document, by absolute URI; imports and includes followed
//	resolve   load.Set       -> resolve.Model   every qualified name replaced by a pointer to what it names
//	check     resolve.Model  -> diag.List       rules of WSDL and XML Schema, each with an ID and file:line:col
//	plan      resolve.Model  -> ir.Package      every decision: Go names, types, operations, and the form of messages
//	prepare   ir.Package     -> error           what the run-time refuses, before anything is generated
//	emit      ir.Package     -> []emit.File     Go source; decides nothing
//	write     []emit.File    -> disk, or a diff everything is rendered before anything is written
//
// The packages are in folders. The packages of a folder import only packages of the same folder and of those before it:
//
//	reading    documents to components
//	writing    components to files
//	running    calls and services without generated code
//	reviewing  what people read about a contract and its changes
//	commands   the command line
//	testing    for tests only
//
// reading:
//
//	diag       diagnostics and the table of their rules
//	progress   what a command is doing, in a line of a terminal
//	spelling   the names that a misspelt one may mean
//	collect    lists made from lists
//	xmltree    XML documents with positions
//	xsd        components of XML Schema: elements, types, attributes, groups, particles, wildcards, facets
//	wsdl11     components of WSDL 1.1: messages, portTypes, bindings, services
//	catalog    OASIS XML catalogs
//	fetch      documents over HTTP
//	snapshot   a folder that keeps fetched documents, with a catalog of them
//	xsd11      what XML Schema 1.1 adds, rewritten as version 1.0
//	xsdcheck   the constraints of XML Schema that resolve does not need, each with an ID; part of the stage check
//
// writing:
//
//	flatten    a contract as one document, or without overloads: quartet flatten, and a part of the stage plan
//	descriptor descriptions of the types and operations of a plan, as the run-time has them: emit prints them
//	location   where the run-time goes, and the import paths of the packages
//
// running:
//
//	callvalue  requests that people write, and results that they read: quartet call
//	serve      servers that answer with samples or recordings: quartet serve
//
// reviewing:
//
//	lint       rules that a contract can break although code can be generated from it: quartet lint
//	describe   what a contract has, for people: quartet describe and quartet list
//	suppress   the warnings and notes that the owner of a contract accepts
//	rules      the one table of the rules of all stages, of lint and of suppress, and its documentation
//	diff       what the differences of two contracts break: quartet diff, and a part of quartet check
//	gitdoc     documents in revisions of a git repository
//	report     diagnostics as text with the lines of the contract, JSON, SARIF and Markdown
//
// commands:
//
//	project    quartet.yaml: the contracts of a project and their flags, and the JSON Schema of the file
//	scaffold   the files of a module that serves a contract, which people edit: quartet init
//	cli        the command line
//
// testing:
//
//	golden     the golden cases of the generator
//	directive  lines of output that tools obey
//
// Below plan, ir has the types of the plan and prints it. The other packages are its phases, which the documentation of
// package plan lists.
//
// A test in internal/conformance compares all imports with a table.
package compiler
