// Package schema reads and writes XML for the types of a contract: the decoder, the encoder, and the descriptions of
// elements and types. It is for generated code and for the other packages of the run-time.
package schema
