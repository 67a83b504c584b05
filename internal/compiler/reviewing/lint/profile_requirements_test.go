package lint

import (
	"regexp"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// Requirement is a requirement of the WS-I Basic Profile 1.1 that is about contracts.
type Requirement struct {
	Number  string   // "R2706"
	Summary string   // what it requires
	Rules   []string // IDs of the rules, of this package and of the generator, that report contracts that do not meet it
	Reason  string   // why there is no rule; empty if there are Rules
}

// Requirements returns the requirements of the profile that are about contracts, in the order of their numbers. It omits
// requirements on messages, on the programs that send and receive them, and on registries.
func Requirements() []Requirement {
	rules := make(map[string][]string)
	add := func(rule diag.Rule) {
		for _, number := range profileNumbers(rule.Source) {
			rules[number] = append(rules[number], rule.ID)
		}
	}
	for _, rule := range profileRules() {
		add(rule.Rule)
	}
	for _, rule := range diag.Rules {
		add(rule)
	}
	all := slices.Clone(requirements)
	for i := range all {
		all[i].Rules = rules[all[i].Number]
	}
	return all
}

var profileNumber = regexp.MustCompile(`R[0-9]{4}`)

// profileNumbers returns the numbers of the requirements of the profile in the Source of a rule.
func profileNumbers(source string) []string {
	_, profile, _ := strings.Cut(source, "WS-I Basic Profile 1.1 ")
	return profileNumber.FindAllString(profile, -1)
}

// Reasons for requirements without a rule.
const (
	permits      = "it is a permission"
	readsAs      = "it defines how a contract is read, and Quartet follows it"
	noTool       = "a contract does not show whether it is met"
	aboutReaders = "it is about programs that read a contract"
)

// requirements lists the requirements without Rules, which Requirements finds by the Source of the rules.
var requirements = []Requirement{
	{Number: "R2001", Summary: "wsdl:import is for WSDL documents only"},
	{Number: "R2002", Summary: "schemas are imported with xs:import"},
	{Number: "R2003", Summary: "xs:import is used in schemas of the types only"},
	{Number: "R2004", Summary: "xs:import refers to documents whose root element is a schema of XML Schema 1.0"},
	{Number: "R2005", Summary: "the namespace of a wsdl:import is the target namespace of the imported document"},
	{Number: "R2007", Summary: "wsdl:import has a location that is not empty"},
	{Number: "R2008", Summary: "the location of a wsdl:import is a hint", Reason: aboutReaders},
	{Number: "R2009", Summary: "an imported schema may begin with a byte-order mark", Reason: permits},
	{Number: "R2010", Summary: "imported schemas are in UTF-8 or UTF-16"},
	{Number: "R2011", Summary: "imported schemas are in XML 1.0"},
	{Number: "R2020", Summary: "wsdl:import may have documentation", Reason: permits},
	{Number: "R2021", Summary: "wsdl:part may have documentation", Reason: permits},
	{Number: "R2022", Summary: "imports are before the other elements of WSDL, except documentation"},
	{Number: "R2023", Summary: "types are before the other elements of WSDL, except documentation and imports"},
	{Number: "R2024", Summary: "wsdl:definitions may begin with documentation", Reason: permits},
	{Number: "R2025", Summary: "extensions do not contradict the profile", Reason: noTool},
	{Number: "R2026", Summary: "extension elements are not marked as required"},
	{Number: "R2027", Summary: "a program that does not know a required extension element does not process its parent", Reason: aboutReaders},
	{Number: "R2028", Summary: "the elements of WSDL are valid against its schema"},
	{Number: "R2029", Summary: "the elements of the SOAP binding are valid against its schema"},
	{Number: "R2101", Summary: "names in a WSDL document are in namespaces that it defines or imports"},
	{Number: "R2102", Summary: "names in a schema are in its target namespace or in one that it imports"},
	{Number: "R2105", Summary: "a schema in the types has a target namespace, unless it has imports and annotations only"},
	{Number: "R2110", Summary: "arrays are not derived from Array of the SOAP encoding"},
	{Number: "R2111", Summary: "types do not use the attribute wsdl:arrayType"},
	{Number: "R2112", Summary: "elements are not named ArrayOf…"},
	{Number: "R2114", Summary: "the definitions and a schema may have the same target namespace", Reason: permits},
	{Number: "R2201", Summary: "the body of a document binding lists one part at most"},
	{Number: "R2202", Summary: "a body may have no parts", Reason: permits},
	{Number: "R2203", Summary: "the body of an rpc binding has parts with types only"},
	{Number: "R2204", Summary: "the body of a document binding has parts with elements only"},
	{Number: "R2205", Summary: "headers, header faults and faults have parts with elements only"},
	{Number: "R2206", Summary: "the element of a part is a global one"},
	{Number: "R2207", Summary: "a message may have parts with elements that no rpc body uses", Reason: permits},
	{Number: "R2208", Summary: "headers may use parts of the message of the body", Reason: permits},
	{Number: "R2209", Summary: "a binding binds all parts of the messages of its portType"},
	{Number: "R2210", Summary: "a message whose document body does not list parts has one part at most"},
	{Number: "R2302", Summary: "parameterOrder may be used as a hint to generators", Reason: permits},
	{Number: "R2303", Summary: "operations are neither notifications nor solicit-response"},
	{Number: "R2304", Summary: "operations of a portType have different names"},
	{Number: "R2305", Summary: "parameterOrder leaves out one part of the output at most"},
	{Number: "R2306", Summary: "a part does not have both an element and a type"},
	{Number: "R2401", Summary: "all bindings are SOAP 1.1 bindings"},
	{Number: "R2701", Summary: "a SOAP binding has a transport"},
	{Number: "R2702", Summary: "the transport is HTTP"},
	{Number: "R2705", Summary: "all operations of a binding are rpc, or all are document"},
	{Number: "R2706", Summary: "parts are bound as literal"},
	{Number: "R2707", Summary: "without the attribute use, a part is bound as literal", Reason: readsAs},
	{Number: "R2709", Summary: "a portType may have any number of bindings", Reason: permits},
	{Number: "R2710", Summary: "requests of the operations of a binding have different elements in the body"},
	{Number: "R2711", Summary: "ports have different SOAP addresses"},
	{Number: "R2716", Summary: "document bindings do not use the attribute namespace"},
	{Number: "R2717", Summary: "the body of an rpc binding has a namespace, an absolute URI"},
	{Number: "R2718", Summary: "a binding has the operations of its portType"},
	{Number: "R2719", Summary: "a binding may have no header faults", Reason: permits},
	{Number: "R2720", Summary: "headers and header faults name their part in the attribute part"},
	{Number: "R2721", Summary: "a soap:fault has a name"},
	{Number: "R2722", Summary: "a soap:fault may have the attribute use", Reason: permits},
	{Number: "R2723", Summary: "faults are bound as literal"},
	{Number: "R2726", Summary: "headers, header faults and faults of rpc bindings do not use the attribute namespace"},
	{Number: "R2728", Summary: "without the attribute use, a fault is bound as literal", Reason: readsAs},
	{Number: "R2740", Summary: "a binding has a soap:fault for each known fault"},
	{Number: "R2741", Summary: "a binding has a soap:headerfault for each known header fault", Reason: noTool},
	{Number: "R2747", Summary: "all elements of the SOAP binding are understood, with wsdl:required and without", Reason: aboutReaders},
	{Number: "R2748", Summary: "wsdl:required=\"false\" does not make the feature that an element describes optional", Reason: readsAs},
	{Number: "R2749", Summary: "headers and header faults do not use the attribute parts"},
	{Number: "R2751", Summary: "the order of header elements need not be the order of the header blocks in a message", Reason: readsAs},
	{Number: "R2754", Summary: "a soap:fault has the name of the wsdl:fault that it is in"},
	{Number: "R2800", Summary: "all constructs of XML Schema 1.0 may be used", Reason: permits},
	{Number: "R2801", Summary: "types are defined in XML Schema 1.0"},
	{Number: "R2803", Summary: "the namespace of a wsdl:import is an absolute URI"},
	{Number: "R4002", Summary: "a document may begin with a byte-order mark", Reason: permits},
	{Number: "R4003", Summary: "documents are in UTF-8 or UTF-16"},
	{Number: "R4004", Summary: "documents are in XML 1.0"},
	{Number: "R4005", Summary: "documents do not declare the prefix xml"},
	{Number: "R5001", Summary: "the address of a port is an http or https URI"},
}
