// Command dist builds archives of the commands quartet, raild and railctl for six platforms, with the licences of all that
// is linked into them, and the checksums of the archives.
//
// The archives depend only on the commit and the Go toolchain: entries are sorted and have the time of the commit, and
// commands are built without paths of the machine, without cgo and for the smallest instruction set of each architecture.
// Two builds give the same bytes.
//
// The licence of the project itself is its owner's choice. A file LICENSE in the root folder of the repository becomes part
// of each archive.
package main
