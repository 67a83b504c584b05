// Package lex knows the characters of XML 1.0 (fifth edition): names, white space, and what has to be escaped.
package lex
