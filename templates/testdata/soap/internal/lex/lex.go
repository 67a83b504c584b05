// Package lex reads names.
package lex

type Name string
