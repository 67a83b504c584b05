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
// Messages with attachments are read and written by the files mime_attachments
// and mime_message, which contracts without such messages get no copy of: a
// contract refers to them by its Packaging.
//
// Functions with the directive //quartet:outofline are small enough for the
// compiler to put them where they are called, with tags of a known length. That
// is fast, and it takes the compiler memory for each field of the contract: in
// copies for contracts of thousands of fields they are called instead.
//
// Lists are carried in bounded memory. A handler keeps a reply of up to
// wholeBytes and sends it with its length. A longer list that is in memory is
// encoded twice, piece by piece: the first time to find what XML cannot carry,
// before anything is sent, and to learn the length. A list from a sequence is
// encoded once; from its second piece on an error can only break the connection
// off. Interceptors get the whole reply, unless WithStreaming says that they do
// not need it. A client that reads item by item keeps a window of the document,
// decodes an item again when the window ended inside it, and bounds the work
// that is done in vain (see window.more).
//
// The package uses no language feature later than Go 1.23 and imports the
// standard library only.
package support
