// Package versions tests what package diff says about two versions of a contract: clients of one call servers of the other,
// and programs that use the Go code of one are compiled with the Go code of the other. It contains only tests.
package versions
