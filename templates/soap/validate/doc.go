// Package validate compares messages and values with the schemas of a contract. It is optional: the option
// WithValidation brings it into a handler or a client, and Value validates one value.
package validate
