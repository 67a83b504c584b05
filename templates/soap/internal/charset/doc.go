// Package charset converts documents to UTF-8 from the encodings that XML readers commonly support.
package charset
