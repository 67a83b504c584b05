// Package codec reads and writes XML for the types of a contract: the decoder, the encoder, and the descriptions of
// elements and types. It is for the packages of the run-time; package schema has what others need of it. What both have is
// documented there in full.
package codec
