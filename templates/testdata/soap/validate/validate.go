// Package validate validates values.
package validate

import "example.com/quartet/templates/soap"

func Value(soap.Type) error { return nil }
