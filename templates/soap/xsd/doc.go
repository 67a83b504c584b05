// Package xsd has types for the values of XML Schema's built-in types that Go has no type for, and for wildcards and
// xs:anyType. The values keep all information of their lexical forms. Values may be copied and are safe for
// concurrent use.
package xsd
