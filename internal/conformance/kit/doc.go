// Package kit checks that the tests which are generated for implementations find what is wrong with one.
package kit
