// Package lex reads parts of the text of XML 1.0 (fifth edition) and XML Schema: names, white space, numbers and dates.
package lex
