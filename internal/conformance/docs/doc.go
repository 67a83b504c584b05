// Package docs compares the documentation with the project. Its tests cover every Markdown file:
//
//   - A block marked console holds commands, each after "$ ", with their output. Every command is run and its output is
//     compared. The flag -update replaces the output in the file; make docs does that.
//   - A block marked go is compiled, and one marked xml is parsed. What Go code does not declare is in code_test.go. A block
//     that begins with "// From FILE." has lines of that file instead, which is compiled where it is.
//   - A block marked sh is parsed by the shell. Flags, make targets and paths in it must exist.
//   - Calls and servers with the contract orders.wsdl are run, and so are the commands that make keys for them.
//   - The commands by which README.md adds quartet to another module are run, without a network.
//   - A link to a file or a heading must lead to one, and every file must be reachable from README.md.
//   - Tables of flags, settings, files, packages, rename kinds, metrics, make targets and dependencies must be complete.
//   - README.md has at most 200 lines, and the pages for users have a limited number of words.
//
// All commands use one raild, which is started with the flags that README.md shows.
package docs
