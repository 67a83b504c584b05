// Package corpus reads a folder of real contracts, for the tests of many packages. Its own tests generate code from them: the
// output compiles, contains a declaration for every component, and reads and writes all messages without loss.
//
// The environment variable QUARTET_CORPUS names the folder; without it the tests are skipped. They are not built with the
// race detector: the generator has no concurrency and would take ten times as long.
//
// The tests in the files versions_* need no folder. They test what package diff says about two versions of a contract: clients of one
// call servers of the other, and programs that use the Go code of one are compiled with the Go code of the other.
package corpus
