// Package bench compares the speed of generated code with alternatives. The package contains only tests and benchmarks; its README says what
// is measured, and how.
package bench
