// Package xsd has the values of the built-in types of XML Schema for which Go has no type, and those of open content.
// They keep all that their lexical forms say. Values may be copied and are safe for concurrent use.
package xsd
