package constraint

import "example.com/quartet/internal/compiler/diag"

// The IDs of the rules. Those of schema components are the names that XML Schema gives its constraints.
const (
	schemaContent   = "schema-content"
	schemaText      = "schema-text"
	schemaAttribute = "schema-attribute"
	schemaID        = "schema-id"

	patternSyntax       = "pattern-syntax"
	patternDeparture    = "pattern-departure"
	enumerationValid    = "enumeration-valid-restriction"
	enumerationNotation = "enumeration-notation"
	lengthValid         = "length-valid-restriction"
	minLengthValid      = "min-length-valid-restriction"
	maxLengthValid      = "max-length-valid-restriction"
	minMaxLength        = "min-length-max-length"
	lengthMinMax        = "length-min-length-max-length"
	totalDigitsValid    = "total-digits-valid-restriction"
	fractionDigitsValid = "fraction-digits-valid-restriction"
	fractionTotal       = "fraction-digits-total-digits"
	whiteSpaceValid     = "white-space-valid-restriction"
	boundValid          = "bound-value"
	boundRestriction    = "bound-valid-restriction"
	boundTwice          = "bound-inclusive-exclusive"
	boundOrder          = "bound-order"

	limit             = "constraint-limit"
	uniqueAttribution = "cos-nonambig"

	restrictionContent  = "derivation-ok-restriction-content"
	particleRestriction = "cos-particle-restrict"
)

// Rules lists all rules. It must not be modified.
//
// A rule that contracts in use are known to break is a warning: the meaning of the schema is clear without it.
var Rules = []diag.Rule{
	{ID: schemaContent, Severity: diag.Warning, Summary: "an element of a schema is in the wrong place, is repeated, or is missing",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaText, Severity: diag.Warning, Summary: "an element of a schema contains text",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaAttribute, Severity: diag.Error, Summary: "the value of an attribute of a schema has the wrong type",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaID, Severity: diag.Warning, Summary: "two elements of a document have the same id",
		Source: "XML Schema part 1 appendix A, XML 1.0 section 3.3.1"},

	{ID: patternSyntax, Severity: diag.Error, Summary: "a pattern is not a regular expression",
		Source: "XML Schema part 2 section 4.3.4 and appendix F"},
	{ID: patternDeparture, Severity: diag.Warning, Summary: "a pattern departs from the grammar in a way that most implementations accept",
		Source: "XML Schema part 2 appendix F"},
	{ID: enumerationValid, Severity: diag.Error, Summary: "a value of an enumeration is not a value of the base type",
		Source: "XML Schema part 2 section 4.3.5.4"},
	{ID: enumerationNotation, Severity: diag.Error, Summary: "a value of an enumeration of NOTATION is not the name of a notation",
		Source: "XML Schema part 2 section 3.2.19"},
	{ID: lengthValid, Severity: diag.Error, Summary: "length differs from that of the base type",
		Source: "XML Schema part 2 section 4.3.1.4"},
	{ID: minLengthValid, Severity: diag.Error, Summary: "minLength is less than that of the base type",
		Source: "XML Schema part 2 section 4.3.2.4"},
	{ID: maxLengthValid, Severity: diag.Error, Summary: "maxLength is more than that of the base type",
		Source: "XML Schema part 2 section 4.3.3.4"},
	{ID: minMaxLength, Severity: diag.Error, Summary: "minLength is more than maxLength",
		Source: "XML Schema part 2 section 4.3.2.4"},
	{ID: lengthMinMax, Severity: diag.Error, Summary: "length is used together with minLength or maxLength",
		Source: "XML Schema part 2 section 4.3.1.4"},
	{ID: totalDigitsValid, Severity: diag.Error, Summary: "totalDigits is more than that of the base type",
		Source: "XML Schema part 2 section 4.3.11.4"},
	{ID: fractionDigitsValid, Severity: diag.Error, Summary: "fractionDigits is more than that of the base type",
		Source: "XML Schema part 2 section 4.3.12.4"},
	{ID: fractionTotal, Severity: diag.Error, Summary: "fractionDigits is more than totalDigits",
		Source: "XML Schema part 2 section 4.3.12.4"},
	{ID: whiteSpaceValid, Severity: diag.Error, Summary: "whiteSpace is weaker than that of the base type",
		Source: "XML Schema part 2 section 4.3.6.4"},
	{ID: boundValid, Severity: diag.Error, Summary: "the value of minInclusive, minExclusive, maxInclusive or maxExclusive is not a value of the base type",
		Source: "XML Schema part 2 sections 4.3.7.1 to 4.3.10.1"},
	{ID: boundRestriction, Severity: diag.Error, Summary: "a bound allows more than a bound of the base type, or no value",
		Source: "XML Schema part 2 sections 4.3.7.4 to 4.3.10.4"},
	{ID: boundTwice, Severity: diag.Error, Summary: "an inclusive and an exclusive bound are used together",
		Source: "XML Schema part 2 sections 4.3.8.4 and 4.3.9.4"},
	{ID: boundOrder, Severity: diag.Error, Summary: "the lower bound is larger than the upper bound",
		Source: "XML Schema part 2 sections 4.3.7.4 to 4.3.10.4"},

	{ID: limit, Severity: diag.Warning, Summary: "a content model is too large to check",
		Source: ""},
	{ID: uniqueAttribution, Severity: diag.Warning, Summary: "an element in a content can belong to two particles",
		Source: "XML Schema part 1 section 3.8.6, Unique Particle Attribution"},

	{ID: restrictionContent, Severity: diag.Error, Summary: "a restriction has content where its base has none, or none where its base requires some",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clause 5"},
	{ID: particleRestriction, Severity: diag.Error, Summary: "the content of a restriction is not a valid restriction of the content of its base",
		Source: "XML Schema part 1 section 3.9.6, Particle Valid (Restriction)"},
}
