// Package support is the run-time support of generated code: the part of the
// output that no contract changes. It is compiled, vetted, tested and fuzzed
// where it stands; the generator copies it into each generated package.
//
// Two kinds of declaration live here. Those for the users of a generated
// package (Fault, Binding, HandlerOption and so on) keep their names when they
// are copied. Those that only generated code calls carry the directive
// //quartet:internal; the generator lowers their first letter in the copy, so
// that they do not show up in the generated package's documentation. Fields and
// methods keep their names, whatever they are, but for fields that embed such a
// declaration. A parameter or local variable must not have the name of one, and
// where one is used, nothing may hide its lowered name; a test of package
// templates holds that rule.
//
// The package uses no language feature later than Go 1.23 and imports the
// standard library only.
package support
