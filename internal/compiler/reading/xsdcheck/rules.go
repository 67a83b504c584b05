package xsdcheck

import "example.com/quartet/internal/compiler/reading/diag"

// The IDs of the rules. Rules on schema components have the names of the constraints in XML Schema.
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

	schemaDuplicate       = "sch-props-correct"
	importNamespace       = "src-import"
	redefineBase          = "src-redefine"
	selectorXPath         = "c-selector-xpath"
	fieldXPath            = "c-fields-xpaths"
	keyRefer              = "c-props-correct"
	elementDefault        = "e-props-correct-default"
	elementID             = "e-props-correct-id"
	elementSubstitution   = "e-props-correct-substitution"
	enumerationRequired   = "enumeration-required-notation"
	attributeDefault      = "a-props-correct-default"
	attributeID           = "a-props-correct-id"
	attributeUse          = "au-props-correct"
	attributeDefaultUse   = "src-attribute"
	attributeIDs          = "ct-props-correct-id"
	noXmlns               = "no-xmlns"
	noXsi                 = "no-xsi"
	allLimited            = "cos-all-limited"
	wildcardUnion         = "cos-aw-union"
	extendsMixed          = "cos-ct-extends"
	restrictionSimple     = "derivation-ok-restriction-simple"
	restrictionMixed      = "derivation-ok-restriction-mixed"
	restrictionAttributes = "derivation-ok-restriction-attributes"
	restrictionWildcard   = "derivation-ok-restriction-wildcard"
	simpleDerivation      = "cos-st-restricts"

	redefineRestriction = "src-redefine-restriction"
)

// Rules lists all rules. It must not be modified.
//
// Rules that contracts in use are known to break are warnings: the meaning of such a schema is still clear.
var Rules = diag.InGroup("Schema components", []diag.Rule{
	{ID: schemaContent, Severity: diag.Warning, Summary: "an element of a schema is in the wrong place, is repeated, or is missing",
		Note:   "Move, remove or add the element. Strict tools refuse the schema.",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaText, Severity: diag.Warning, Summary: "an element of a schema contains text",
		Note:   "Remove the text; documentation belongs in xs:documentation.",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaAttribute, Severity: diag.Error, Summary: "the value of an attribute of a schema has the wrong type",
		Note:   "Write a value of the type that the message names.",
		Source: "XML Schema part 1 appendix A"},
	{ID: schemaID, Severity: diag.Warning, Summary: "two elements of a document have the same id",
		Note:   "Change one of the two; nothing refers to an id in a schema.",
		Source: "XML Schema part 1 appendix A, XML 1.0 section 3.3.1"},

	{ID: patternSyntax, Severity: diag.Warning, Summary: "a pattern is not a regular expression of XML Schema, so values are not checked with it",
		Note:   "Write the expression as XML Schema defines it: no anchors, no look-ahead, no lazy quantifiers.",
		Source: "XML Schema part 2 section 4.3.4 and appendix F"},
	{ID: patternDeparture, Severity: diag.Warning, Summary: "a pattern departs from the grammar in a way that most implementations accept",
		Note:   "Escape the character that the message names. Some tools refuse the expression.",
		Source: "XML Schema part 2 appendix F"},
	{ID: enumerationValid, Severity: diag.Error, Summary: "a value of an enumeration is not a value of the base type",
		Note:   "Correct the value, or use another base type.",
		Source: "XML Schema part 2 section 4.3.5.4"},
	{ID: enumerationNotation, Severity: diag.Error, Summary: "a value of an enumeration of NOTATION is not the name of a notation",
		Note:   "Declare the notation, or correct the name.",
		Source: "XML Schema part 2 section 3.2.19"},
	{ID: lengthValid, Severity: diag.Error, Summary: "length differs from the length of the base type",
		Note:   "Use the length of the base type.",
		Source: "XML Schema part 2 section 4.3.1.4"},
	{ID: minLengthValid, Severity: diag.Error, Summary: "minLength is less than the minLength of the base type",
		Note:   "Use at least the minLength of the base type.",
		Source: "XML Schema part 2 section 4.3.2.4"},
	{ID: maxLengthValid, Severity: diag.Error, Summary: "maxLength is more than the maxLength of the base type",
		Note:   "Use at most the maxLength of the base type.",
		Source: "XML Schema part 2 section 4.3.3.4"},
	{ID: minMaxLength, Severity: diag.Error, Summary: "minLength is more than maxLength",
		Note:   "Exchange the two values, or correct one.",
		Source: "XML Schema part 2 section 4.3.2.4"},
	{ID: lengthMinMax, Severity: diag.Error, Summary: "length is used together with minLength or maxLength",
		Note:   "Remove length, or both minLength and maxLength.",
		Source: "XML Schema part 2 section 4.3.1.4"},
	{ID: totalDigitsValid, Severity: diag.Error, Summary: "totalDigits is more than the totalDigits of the base type",
		Note:   "Use at most the totalDigits of the base type.",
		Source: "XML Schema part 2 section 4.3.11.4"},
	{ID: fractionDigitsValid, Severity: diag.Error, Summary: "fractionDigits is more than the fractionDigits of the base type",
		Note:   "Use at most the fractionDigits of the base type.",
		Source: "XML Schema part 2 section 4.3.12.4"},
	{ID: fractionTotal, Severity: diag.Error, Summary: "fractionDigits is more than totalDigits",
		Note:   "Increase totalDigits, or decrease fractionDigits.",
		Source: "XML Schema part 2 section 4.3.12.4"},
	{ID: whiteSpaceValid, Severity: diag.Error, Summary: "whiteSpace is weaker than the whiteSpace of the base type",
		Note:   "Use the whiteSpace of the base type, or one that removes more.",
		Source: "XML Schema part 2 section 4.3.6.4"},
	{ID: boundValid, Severity: diag.Error, Summary: "the value of minInclusive, minExclusive, maxInclusive or maxExclusive is not a value of the base type",
		Note:   "Write a value of the base type: a bound of a date is a date, and matches the patterns of the base.",
		Source: "XML Schema part 2 sections 4.3.7.1 to 4.3.10.1"},
	{ID: boundRestriction, Severity: diag.Error, Summary: "a bound allows values that the base type does not allow, or no value at all",
		Note:   "Use a bound within the bounds of the base type.",
		Source: "XML Schema part 2 sections 4.3.7.4 to 4.3.10.4"},
	{ID: boundTwice, Severity: diag.Error, Summary: "an inclusive and an exclusive bound are used together",
		Note:   "Remove one of the two.",
		Source: "XML Schema part 2 sections 4.3.8.4 and 4.3.9.4"},
	{ID: boundOrder, Severity: diag.Error, Summary: "the lower bound is larger than the upper bound",
		Note:   "Exchange the two values, or correct one.",
		Source: "XML Schema part 2 sections 4.3.7.4 to 4.3.10.4"},

	{ID: limit, Severity: diag.Warning, Summary: "a content model is too large to check",
		Note:   "No action is needed; whether elements are ambiguous remains unknown.",
		Source: ""},
	{ID: uniqueAttribution, Severity: diag.Warning, Summary: "an element can match two particles of a content model",
		Note:   "Make the element that separates the two required, or give the elements different names. Code that reads the elements in order still works; tools that check schemas strictly refuse this one.",
		Source: "XML Schema part 1 section 3.8.6, Unique Particle Attribution"},

	{ID: restrictionContent, Severity: diag.Error, Summary: "a restriction has content where its base has none, or none where its base requires some",
		Note:   "Repeat in the restriction the part of the base's content that it keeps.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clause 5"},
	{ID: particleRestriction, Severity: diag.Warning, Summary: "the content of a restriction is not a valid restriction of the content of its base",
		Note:   "Repeat the content of the base with fewer occurrences or narrower types, in the same order.",
		Source: "XML Schema part 1 section 3.9.6, Particle Valid (Restriction)"},

	{ID: schemaDuplicate, Severity: diag.Warning, Summary: "two components of a schema have the same name",
		Note:   "Rename or remove one of the two.",
		Source: "XML Schema part 1 section 3.15.6, Schema Properties Correct"},
	{ID: importNamespace, Severity: diag.Warning, Summary: "a schema imports its own namespace",
		Note:   "Use xs:include for documents of the same namespace.",
		Source: "XML Schema part 1 section 4.2.3, Import Constraints and Semantics"},
	{ID: redefineBase, Severity: diag.Error, Summary: "a component in a redefine does not refer to itself exactly once",
		Note:   "Derive the component from the one with its own name, or move it out of the redefine.",
		Source: "XML Schema part 1 section 4.2.2, Redefinition Constraints and Semantics"},
	{ID: selectorXPath, Severity: diag.Warning, Summary: "the expression of a selector is not in the subset of XPath",
		Note:   "Use only child steps, // and unions. Values are not checked against the constraint otherwise.",
		Source: "XML Schema part 1 section 3.11.6, Selector Value OK"},
	{ID: fieldXPath, Severity: diag.Warning, Summary: "the expression of a field is not in the subset of XPath",
		Note:   "Use only child steps, //, unions, and one attribute at the end. Values are not checked against the constraint otherwise.",
		Source: "XML Schema part 1 section 3.11.6, Fields Value OK"},
	{ID: keyRefer, Severity: diag.Warning, Summary: "a keyref does not refer to a key with as many fields",
		Note:   "Make the keyref refer to a key or unique constraint of the schema, with a field for each of its fields.",
		Source: "XML Schema part 1 section 3.11.6, Identity-constraint Definition Properties Correct"},
	{ID: elementDefault, Severity: diag.Warning, Summary: "the default or fixed value of an element is not a value of its type",
		Note:   "Write a default or fixed value of the type of the element.",
		Source: "XML Schema part 1 section 3.3.6, Element Default Valid (Immediate)"},
	{ID: elementID, Severity: diag.Warning, Summary: "an element of the type ID has a default or fixed value",
		Note:   "Remove the default or fixed value: two elements would have the same ID.",
		Source: "XML Schema part 1 section 3.3.6, Element Declaration Properties Correct, clause 5"},
	{ID: elementSubstitution, Severity: diag.Warning, Summary: "the type of an element is not derived from the type of the head element of its substitution group",
		Note:   "Derive the type from the type of the head element, or remove substitutionGroup.",
		Source: "XML Schema part 1 section 3.3.6, Element Declaration Properties Correct, clause 4"},
	{ID: enumerationRequired, Severity: diag.Error, Summary: "NOTATION is used without an enumeration",
		Note:   "Derive a type with an enumeration of notation names, and use it.",
		Source: "XML Schema part 2 section 3.2.19, enumeration facet value required for NOTATION"},
	{ID: attributeDefault, Severity: diag.Warning, Summary: "the default or fixed value of an attribute is not a value of its type",
		Note:   "Write a default or fixed value of the type of the attribute.",
		Source: "XML Schema part 1 section 3.2.6, Attribute Declaration Properties Correct, clause 2"},
	{ID: attributeID, Severity: diag.Warning, Summary: "an attribute of the type ID has a default or fixed value",
		Note:   "Remove the default or fixed value: two elements would have the same ID.",
		Source: "XML Schema part 1 section 3.2.6, Attribute Declaration Properties Correct, clause 3"},
	{ID: attributeUse, Severity: diag.Error, Summary: "an attribute use does not have the fixed value of the declaration",
		Note:   "Remove the fixed value from the use, or repeat the fixed value of the declaration.",
		Source: "XML Schema part 1 section 3.5.6, Attribute Use Correct"},
	{ID: attributeDefaultUse, Severity: diag.Warning, Summary: "an attribute with a default is required or prohibited",
		Note:   "Make the attribute optional, or remove the default.",
		Source: "XML Schema part 1 section 3.2.3, Attribute Declaration Representation OK, clause 2"},
	{ID: attributeIDs, Severity: diag.Warning, Summary: "a type has two attributes of the type ID",
		Note:   "Give one of the two another type: an element has one ID.",
		Source: "XML Schema part 1 section 3.4.6, Complex Type Definition Properties Correct, clause 5"},
	{ID: noXmlns, Severity: diag.Error, Summary: "an attribute is named xmlns",
		Note:   "Rename the attribute.",
		Source: "XML Schema part 1 section 3.2.6, xmlns Not Allowed"},
	{ID: noXsi, Severity: diag.Error, Summary: "an attribute is declared in the namespace of schema instances",
		Note:   "Remove the declaration: the four attributes of the namespace are built in.",
		Source: "XML Schema part 1 section 3.2.6, xsi: Not Allowed"},
	{ID: allLimited, Severity: diag.Warning, Summary: "an xs:all is not the whole content of a type",
		Note:   "Make the xs:all the only content of the type, or use a sequence.",
		Source: "XML Schema part 1 section 3.8.6, All Group Limited"},
	{ID: wildcardUnion, Severity: diag.Error, Summary: "the union of two attribute wildcards cannot be expressed",
		Note:   "Write one wildcard that allows everything that both should allow.",
		Source: "XML Schema part 1 section 3.10.6, Attribute Wildcard Union"},
	{ID: extendsMixed, Severity: diag.Error, Summary: "a type and the type that it extends are not both mixed",
		Note:   "Make both types mixed, or neither.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Extension)"},
	{ID: restrictionSimple, Severity: diag.Error, Summary: "the simple content of a restriction is not derived from the simple content of its base",
		Note:   "Derive the simple content from the simple content of the base.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clause 5.2"},
	{ID: restrictionMixed, Severity: diag.Error, Summary: "a restriction is mixed, but its base is not",
		Note:   "Make the base mixed as well, or the restriction not mixed.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clause 5.4"},
	{ID: restrictionAttributes, Severity: diag.Warning, Summary: "a restriction has an attribute that its base does not allow",
		Note:   "Use only attributes of the base, with types derived from theirs, and keep required ones required.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clauses 2 and 3"},
	{ID: restrictionWildcard, Severity: diag.Error, Summary: "the attribute wildcard of a restriction allows more than the wildcard of its base",
		Note:   "Allow at most the namespaces of the base, and check them at least as strictly.",
		Source: "XML Schema part 1 section 3.4.6, Derivation Valid (Restriction, Complex), clause 4"},
	{ID: simpleDerivation, Severity: diag.Error, Summary: "a simple type is derived in a way that its base, item or member type does not allow",
		Note:   "Use a base, item or member type whose final attribute allows it; lists of lists are not possible.",
		Source: "XML Schema part 1 section 3.14.6, Derivation Valid (Restriction, Simple)"},

	{ID: redefineRestriction, Severity: diag.Error, Summary: "a group in a redefine neither contains nor restricts the group that it redefines",
		Note:   "Refer to the group once, or write a restriction of it.",
		Source: "XML Schema part 1 section 4.2.2, Redefinition Constraints and Semantics, clauses 6 and 7"},
}...)
