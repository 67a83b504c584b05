package ir

// Document is a document of the contract, which a handler serves.
type Document struct {
	Name       string // "" for the main document, otherwise the value of the query ?xsd= or ?wsdl=
	Schema     bool
	File       string // in the folder of the service's package
	Text       []byte // of the file: UTF-8, without a document type declaration
	InPlace    bool   // the file is the document that was read, and not a copy
	References []DocumentReference
}

// DocumentReference is the location in an import or include.
type DocumentReference struct {
	Location string // as the document has it
	Document string // the Name of the document there
}
