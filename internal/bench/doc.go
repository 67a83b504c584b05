// Package bench compares the speed of generated code with encoding/xml, in one
// run on one machine: what counts is the ratio. 'make bench' prints it as a
// table.
package bench
