// Package corpus tests the generator with real contracts. The output compiles,
// contains a declaration for every component, and reads and writes all messages
// without loss.
//
// The environment variable QUARTET_CORPUS names the directory with the
// contracts; without it the tests are skipped. They are not built with the race
// detector: the generator has no concurrency and would take ten times as long.
package corpus
