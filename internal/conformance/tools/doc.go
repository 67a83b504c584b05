// Package tools tests commands of quartet with the rail service and with generated code:
// the compiler and the rail service do not import each other, so that neither can.
package tools
