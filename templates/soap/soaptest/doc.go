// Package soaptest tests implementations of a contract, ours and others: it makes requests from the descriptions of the
// contract, with plain and with boundary values, sends them over each binding, and compares what is answered with the contract
// and with the standards. It is optional, and generated packages for tests use it.
package soaptest
