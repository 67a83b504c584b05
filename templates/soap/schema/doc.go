// Package schema describes the types of a contract, and reads and writes documents of them. It is for generated code, for
// programs that use generated code, and for programs that make descriptions. Its types are aliases of types in
// package soap/internal/codec, whose documentation has their fields and methods.
package schema
