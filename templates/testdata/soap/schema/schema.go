// Package schema describes types.
package schema

import "example.com/quartet/templates/soap/internal/lex"

type Type struct{ Name lex.Name }
