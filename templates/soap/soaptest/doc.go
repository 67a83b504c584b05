// Package soaptest tests implementations of a contract, ours and others: it makes requests from the descriptions of the
// contract, sends them over each binding, and compares what is answered with the contract and with the standards. It is
// optional, and generated packages for tests use it.
//
// Rules are those that any implementation must obey. With [WithRecommendations] what the standards recommend is a rule,
// too; without it, what is not as recommended is only logged.
package soaptest
