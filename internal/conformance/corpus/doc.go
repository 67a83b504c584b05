// Package corpus tests the generator on real contracts, which the folder that
// QUARTET_CORPUS names holds: what it generates from them compiles, is complete,
// and carries every message without loss. The generator has nothing that runs
// at once, and takes ten times as long under the race detector: the tests are
// left out there.
package corpus
