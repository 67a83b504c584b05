// Package multipart reads and writes messages with attachments: MIME multipart/related with an envelope as its root
// (SOAP Messages with Attachments, WS-I Attachments Profile 1.0). It is optional: generated code imports it for
// contracts that have such messages.
package multipart
