// Package serve makes servers from the descriptions of a contract. They answer with samples,
// with recordings, or with the answers of another server, which they record.
// Package cli uses it for the command serve.
package serve
