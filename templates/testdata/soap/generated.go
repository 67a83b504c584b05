// Package soap takes the place of the run-time until it has been moved.
package soap

import "example.com/quartet/templates/soap/schema"

// Protocol1 is the interface between generated code and run-time.
const Protocol1 = true

type Type = schema.Type
