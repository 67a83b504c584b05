package ir

import "example.com/quartet/templates/soap/contract"

// Document is a document of the contract, or the contract in another form. A handler
// serves it.
type Document struct {
	Name       string // "" for the main document, otherwise the value of the query ?xsd= or ?wsdl=; of the package of a namespace: File
	Form       string // the query for another form of the contract: FlatForm, SingleForm, or ""
	Schema     bool
	File       string // in the folder of the package
	Text       []byte // text of the file: UTF-8, without a document type declaration
	InPlace    bool   // the file is the document that was read, and not a copy
	Same       bool   // the file is the file of an earlier document, for which it is written
	References []contract.DocumentReference
}

// The forms of a contract for programs that cannot read it as it is.
const (
	FlatForm   = "flatWsdl"   // no two operations of a portType have the same name; one document, if that is possible
	SingleForm = "singleWsdl" // one document
)
