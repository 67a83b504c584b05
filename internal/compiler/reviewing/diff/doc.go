// Package diff compares two versions of a contract and classifies the differences by their effect: on clients of one version
// that call a server of the other, and on Go code that was written against the package generated from the old version.
//
// It compares the components that package resolve has made, so that prefixes, comments, the order of declarations, the
// division into files, and names of types that no message carries are not differences. Go names come from the plans.
//
//	diff.go                 the pairs of components, and the directions in which messages carry them
//	service.go, operation.go, message.go   WSDL
//	schema.go               the elements of a schema without a contract
//	complex.go, content.go, slot.go, substitution.go, wildcard.go, attribute.go, simple.go, facet.go, identity.go   XML Schema
//	golang.go, gofields.go  the Go declarations of the two plans
//	excerpt.go              the places in messages
//	overjson.go             the effects on clients with JSON over HTTP
//	accept.go               differences that a team accepts
//	rules.go                the table of rules, from which generator/DIFF.md is made
//	text.go, markdown.go, json.go, sarif.go   output
//
// # Directions
//
// Each difference has two effects: on a reader of the new version that gets a message from a writer of the old version, and
// vice versa. In a request the client is the writer, in a result the server is. So the effects and the directions in which a
// type is used determine which clients a difference breaks, and comparing in the opposite order exchanges old and new
// clients.
//
// The effects assume the defaults of the run-time, which ignores unknown elements and attributes and does not check facets.
// A reader that checks messages against its schema refuses more, which a finding has separately.
package diff
