// Package suite tests the compiler with the W3C XML Schema Test Suite.
//
// The environment variable QUARTET_XSTS names the folder with the suite. Its INDEX.tsv has a row for each schema and
// instance, with the expected verdict; see [ReadIndex]. The repository contains no part of the suite.
package suite
