// Package serve makes servers from the descriptions of a contract: they answer with
// samples, with recordings, or with what another server answers, which they record.
// Package cli uses it for the command serve.
package serve
