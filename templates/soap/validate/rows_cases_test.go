package validate

import (
	"slices"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

func rowsCases() []rowsCase {
	return slices.Concat(facetCases(), simpleCases(), contentCases(), attributeCases(), elementCases(), derivationCases())
}

func facetCases() []rowsCase {
	type facets = schema.Facets
	return []rowsCase{
		facetCase(codec.KindString, `string length 2`, facets{Length: "2"}, "+<r>ab</r>\n-<r>a</r>"),
		facetCase(codec.KindString, `string minLength 1 maxLength 2`, facets{MinLength: "1", MaxLength: "2"}, "+<r>é</r>\n-<r/>\n-<r>abc</r>"),
		facetCase(codec.KindString, `string whiteSpace collapse enumeration a b`, facets{WhiteSpace: "collapse", Enumeration: []string{"a b"}}, "+<r> a  b </r>\n-<r>ab</r>"),
		facetCase(codec.KindToken, `token pattern ^[A-Z]+$ ^x$`, facets{Patterns: []string{"^[A-Z]+$", "^x$"}}, "+<r> AB </r>\n+<r>x</r>\n-<r>y</r>"),
		facetCase(codec.KindDecimal, `decimal totalDigits 3 fractionDigits 1`, facets{TotalDigits: "3", FractionDigits: "1"}, "+<r>12.30</r>\n-<r>1234</r>\n-<r>1.23</r>"),
		facetCase(codec.KindInt32, `int minInclusive 1 maxInclusive 9`, facets{MinInclusive: "1", MaxInclusive: "9"}, "+<r>1</r>\n+<r>9</r>\n-<r>0</r>\n-<r>10</r>\n-<r>x</r>"),
		facetCase(codec.KindDate, `date minExclusive 2020-01-01 maxExclusive 2021-01-01`, facets{MinExclusive: "2020-01-01", MaxExclusive: "2021-01-01"}, "+<r>2020-06-01</r>\n-<r>2020-01-01</r>\n-<r>2021-01-01</r>"),
		facetCase(codec.KindQName, `QName enumeration {urn:t}a`, facets{Enumeration: []string{"{urn:t}a"}}, "+<r>t:a</r>\n+<r>a</r>\n-<r>u:a</r>"),
		facetCase(codec.KindString, `restrictions of restrictions`,
			facets{Patterns: []string{"^[b-d]*$"}, Base: &facets{MaxLength: "2", Base: &facets{Patterns: []string{"^[a-c]*$"}}}}, "+<r>bc</r>\n-<r>a</r>\n-<r>d</r>\n-<r>bbb</r>"),
		facetCase(codec.KindInt32, `a bound that the base excludes`,
			facets{MaxExclusive: "5", MinInclusive: "+2", Base: &facets{MaxExclusive: "5", Patterns: []string{"^[0-9]$"}}}, "+<r>2</r>\n+<r>4</r>\n-<r>5</r>\n-<r>1</r>\n-<r>03</r>"),
		facetCase(codec.KindQName, `a pattern for the prefixes of enumerated names`,
			facets{Enumeration: []string{"{urn:t}a"}, Base: &facets{Patterns: []string{"^t:[a-z]$"}}}, "+<r>t:a</r>\n-<r>a</r>\n-<r>t:b</r>"),
		facetCase(codec.KindInt32, `an enumerated value that the base excludes`,
			facets{Enumeration: []string{"1", "7", "x"}, Base: &facets{MaxInclusive: "5"}}, "+<r>1</r>\n-<r>7</r>\n-<r>x</r>\n-<r>2</r>"),
		facetCase(codec.KindBase64, `base64Binary maxLength 3`, facets{MaxLength: "3"}, "+<r>QUJD</r>\n-<r>QUJDRA==</r>"),
		facetCase(codec.KindNMTOKEN, `NMTOKEN`, facets{}, "+<r>-1</r>\n-<r>a b</r>"),
		facetCase(codec.KindLanguage, `language`, facets{}, "+<r>en-GB</r>\n-<r>englishlanguage</r>"),
		facetCase(codec.KindNCName, `NCName`, facets{}, "+<r>a</r>\n-<r>a:b</r>"),
	}
}

func simpleCases() []rowsCase {
	code := &schema.Type{NS: 1, Name: "code", Simple: true, Kind: codec.KindToken, More: &schema.TypeMore{Facets: &schema.Facets{Patterns: []string{"^[A-Z]$"}}}}
	small := &schema.Type{NS: 1, Name: "small", Simple: true, Kind: codec.KindToken, More: &schema.TypeMore{Facets: &schema.Facets{Enumeration: []string{"A", "B"}}, Base: code}}
	codes := &schema.Type{NS: 1, Name: "codes", Simple: true}
	short := &schema.Type{NS: 1, Name: "short", Simple: true, More: &schema.TypeMore{Facets: &schema.Facets{MaxLength: "2"}, Base: codes}}
	either := &schema.Type{NS: 1, Name: "either", Simple: true, Kind: codec.KindString, More: &schema.TypeMore{Members: []*schema.Type{{Simple: true, Kind: codec.KindInt32}, code, codes}}}
	some := &schema.Type{NS: 1, Name: "some", Simple: true, Kind: codec.KindString, More: &schema.TypeMore{Facets: &schema.Facets{Enumeration: []string{"1", "A"}}, Base: either}}
	tokens := &schema.Type{NS: 1, Name: "tokens", Simple: true, More: &schema.TypeMore{Facets: &schema.Facets{MinLength: "1"}}}
	return []rowsCase{{
		name: "simple types",
		types: []schema.TypeRows{
			{Type: code}, {Type: small}, {Type: either}, {Type: some},
			{Type: codes, Rows: []schema.Row{{Kind: codec.KindToken, Of: code, At: schema.AtListItem}}},
			{Type: short, Rows: []schema.Row{{Kind: codec.KindToken, Of: code, At: schema.AtListItem}}},
			{Type: tokens, Rows: []schema.Row{withMore(schema.Row{Kind: codec.KindNMTOKEN, At: schema.AtListItem}, schema.More{Facets: &schema.Facets{MaxLength: "1"}})}},
		},
		elements: []schema.GlobalElement{
			{Row: schema.Row{Name: "code", NS: 1, Kind: codec.KindToken, Of: code}}, {Row: schema.Row{Name: "small", NS: 1, Kind: codec.KindToken, Of: small}},
			{Row: schema.Row{Name: "codes", NS: 1, Kind: codec.KindList, Of: codes}}, {Row: schema.Row{Name: "short", NS: 1, Kind: codec.KindList, Of: short}},
			{Row: schema.Row{Name: "either", NS: 1, Kind: codec.KindString, Of: either}}, {Row: schema.Row{Name: "some", NS: 1, Kind: codec.KindString, Of: some}},
			{Row: schema.Row{Name: "tokens", NS: 1, Kind: codec.KindList, Of: tokens}}, {Row: element("plain", codec.KindInt32, 0)},
		},
		docs: "+<code> A </code>\n-<code>a</code>\n+<small>B</small>\n-<small>C</small>\n-<small>cc</small>\n+<codes>A B C</codes>\n-<codes>A b</codes>\n+<short>A B</short>\n-<short>A B C</short>\n" +
			"+<either>12</either>\n+<either>A</either>\n+<either>A B</either>\n-<either>a</either>\n+<some>01</some>\n+<some>A</some>\n-<some>B</some>\n+<tokens>a b</tokens>\n-<tokens/>\n-<tokens>ab</tokens>\n" +
			"+<plain>1</plain>\n-<plain>x</plain>\n+<code xsi:type='t:small'>A</code>\n-<code xsi:type='t:small'>C</code>\n+<either xsi:type='xs:int'>1</either>\n-<either xsi:type='xs:string'>1</either>\n-<small xsi:type='t:code'>A</small>",
	}}
}

func contentCases() []rowsCase {
	a, b := element("a", codec.KindInt32, schema.Once), element("b", codec.KindString, schema.Once)
	items := &schema.Type{}
	repeated := structCase("items", []schema.Row{{Kind: codec.KindItems, Of: items, Occurs: schema.Many}},
		"+<r><a>1</a><b/><a>2</a><b/></r>\n+<r><a>1</a></r>\n-<r/>\n-<r><b/></r>\n-<r><a>1</a><b/><b/></r>")
	optional := b
	optional.Occurs = schema.Optional
	repeated.types = append(repeated.types, schema.TypeRows{Type: items, Rows: []schema.Row{begin(codec.KindSequence, schema.OnceOrMore), a, optional, end}})
	return []rowsCase{
		structCase("sequence", []schema.Row{a, b}, "+<r><a>1</a><b>x</b></r>\n-<r><a>1</a></r>\n-<r><b/><a>1</a></r>\n-<r><a>x</a><b/></r>\n-<r><a>1</a><b/><b/></r>\n-<r>x<a>1</a><b/></r>"),
		structCase("occurrences",
			[]schema.Row{element("a", codec.KindInt32, schema.Optional), element("b", codec.KindString, schema.Many), element("c", codec.KindInt32, schema.OnceOrMore),
				withMore(element("d", codec.KindInt32, schema.OnceOrMore), schema.More{Min: 2, Max: 3})},
			"+<r><c>1</c><d>1</d><d>1</d></r>\n+<r><a>1</a><b/><b/><c>1</c><c>1</c><d>1</d><d>1</d><d>1</d></r>\n-<r><d>1</d><d>1</d></r>\n-<r><c>1</c><d>1</d></r>\n-<r><a>1</a><a>1</a><c>1</c><d>1</d><d>1</d></r>"),
		structCase("choice", []schema.Row{begin(codec.KindChoice, schema.Once), a, b, end}, "+<r><a>1</a></r>\n+<r><b/></r>\n-<r/>\n-<r><a>1</a><b/></r>"),
		structCase("repeated choice",
			[]schema.Row{withMore(begin(codec.KindChoice, schema.Many), schema.More{Max: 2}), a, b, end, element("c", codec.KindInt32, schema.Once)},
			"+<r><b/><a>1</a><c>1</c></r>\n+<r><c>1</c></r>\n-<r><a>1</a><a>1</a><b/><c>1</c></r>"),
		structCase("all", []schema.Row{begin(codec.KindAll, schema.Once), a, b, end}, "+<r><b/><a>1</a></r>\n-<r><a>1</a></r>\n-<r><a>1</a><b/><a>1</a></r>"),
		structCase("nested",
			[]schema.Row{a, begin(codec.KindSequence, schema.Optional), b, begin(codec.KindChoice, schema.Once), element("c", codec.KindInt32, schema.Once), element("d", codec.KindInt32, schema.Once), end, end},
			"+<r><a>1</a></r>\n+<r><a>1</a><b/><d>1</d></r>\n-<r><a>1</a><b/></r>\n-<r><a>1</a><d>1</d></r>"),
		structCase("what can never be there", []schema.Row{begin(codec.KindChoice, schema.Once), end}, "-<r/>"),
		structCase("empty", nil, "+<r/>\n-<r><a/></r>\n-<r>x</r>"),
		structCase("open content",
			[]schema.Row{a, anyOf(schema.Many, xsd.Wildcard{NS: []int{2}, Process: xsd.Skip}), anyOf(schema.Optional, xsd.Wildcard{Not: true, NS: []int{1}, Process: xsd.Lax})},
			"+<r><a>1</a><u:x/><u:y/></r>\n-<r><a>1</a><x/></r>\n+<r><a>1</a><v:x xmlns:v='urn:v'/></r>\n-<r><a>1</a><x xmlns=''/></r>"),
		structCase("no field", []schema.Row{a, {Kind: codec.KindIsNil}, {Kind: codec.KindText}, attribute("n", codec.KindInt32, schema.Optional),
			{Name: "file", Kind: codec.KindBase64, At: schema.AtAttachment}}, "+<r n='1'><a>1</a></r>\n-<r><file/><a>1</a></r>"),
		repeated,
		structCase("repeated all", []schema.Row{begin(codec.KindAll, schema.OnceOrMore), a, b, end}, "+<r><a>1</a><b/></r>\n+<r><b/><a>1</a><a>1</a><b/><b/><a>1</a></r>\n-<r><a>1</a><b/><b/></r>\n-<r><a>1</a><a>1</a></r>"),
		structCase("an element that begins two members of a choice",
			[]schema.Row{begin(codec.KindChoice, schema.Once), begin(codec.KindSequence, schema.Once), a, b, end, begin(codec.KindSequence, schema.Once), a, element("c", codec.KindInt32, schema.Once), end, end},
			"+<r><a>1</a><b/></r>\n+<r><a>1</a><c>1</c></r>\n-<r><a>1</a></r>\n-<r/>\n-<r><c>1</c></r>\n-<r><a>1</a><b/><c>1</c></r>"),
	}
}

func attributeCases() []rowsCase {
	text := &schema.Type{NS: 1, Name: "T"}
	fixed := withMore(attribute("f", codec.KindInt32, schema.Optional), schema.More{Fixed: "7", IsFixed: true})
	wild := func(p xsd.Process) schema.Row {
		return schema.Row{Kind: codec.KindAnyAttributes, More: &schema.More{Any: &xsd.Wildcard{Process: p}}}
	}
	global := []schema.Row{{Name: "g", NS: 1, Kind: codec.KindInt32, At: schema.AtAttribute}}
	wildcards := func(process string, p xsd.Process, docs string) rowsCase {
		c := structCase(process+" attributes", []schema.Row{wild(p)}, docs)
		c.attrs = global
		return c
	}
	return []rowsCase{
		structCase("attributes",
			[]schema.Row{attribute("a", codec.KindInt32, schema.Once), {Name: "b", NS: 1, Kind: codec.KindBool, At: schema.AtAttribute}, fixed,
				withMore(attribute("c", codec.KindString, schema.Optional), schema.More{Facets: &schema.Facets{Length: "1"}})},
			"+<r a='1'/>\n+<r a='1' t:b='0' f='07' c='x'/>\n-<r/>\n-<r a='x'/>\n-<r a='1' b='0'/>\n-<r a='1' f='8'/>\n-<r a='1' c='xx'/>\n+<r a='1' xsi:schemaLocation='x'/>"),
		wildcards("strict", xsd.Strict, "+<r t:g='1'/>\n-<r t:g='x'/>\n-<r u:x=''/>"),
		wildcards("lax", xsd.Lax, "+<r t:g='1' u:x=''/>\n-<r t:g='x'/>"),
		wildcards("skip", xsd.Skip, "+<r t:g='x' u:x=''/>"),
		{
			name:     "simple content",
			types:    []schema.TypeRows{{Type: text, Rows: []schema.Row{{Kind: codec.KindInt32, At: schema.AtContent, Occurs: schema.Once}, attribute("u", codec.KindNCName, schema.Once)}}},
			elements: append(root(text), schema.GlobalElement{Row: element("plain", codec.KindInt32, 0)}),
			docs:     "+<r u='a'>1</r>\n-<r u='a'>x</r>\n-<r>1</r>\n-<r u='a'><a/></r>\n+<plain xsi:type='t:T' u='a'>1</plain>\n-<plain xsi:type='t:T'>1</plain>",
		},
	}
}

func elementCases() []rowsCase {
	mixed := &schema.Type{NS: 1, Name: "T", Mixed: true}
	item := &schema.Type{NS: 1, Name: "item"}
	array := &schema.Type{NS: 1, Name: "T"}
	group := &schema.Type{}
	member := structCase("members", []schema.Row{
		withMore(schema.Row{Kind: codec.KindMember, Of: group, Occurs: schema.OnceOrMore}, schema.More{Min: 1, Max: 2})},
		"+<r><one>1</one><two/></r>\n-<r/>\n-<r><one>x</one></r>\n-<r><two/><two/><two/></r>")
	member.types = append(member.types, schema.TypeRows{Type: group, Rows: []schema.Row{element("one", codec.KindInt32, schema.Optional), element("two", codec.KindString, schema.Optional)}})
	null := schema.Row{Name: "n", NS: 1, Kind: codec.KindInt32, Nillable: true}
	part := func(name string, kind schema.Kind) schema.Row {
		return schema.Row{Name: name, Kind: kind, Occurs: schema.Once, Nillable: true}
	}
	wrapper := func(parts ...schema.Row) []schema.Row {
		return append(append([]schema.Row{begin(codec.KindAll, schema.Once)}, parts...), end)
	}
	return []rowsCase{
		structCase("values of elements",
			[]schema.Row{{Name: "n", NS: 1, Kind: codec.KindInt32, Occurs: schema.Once, Nillable: true}, withMore(element("f", codec.KindInt32, schema.Once), schema.More{Fixed: "1", IsFixed: true}),
				withMore(element("d", codec.KindInt32, schema.Once), schema.More{Default: "2"}), withMore(element("s", codec.KindString, schema.Optional), schema.More{Facets: &schema.Facets{MaxLength: "1"}})},
			"+<r><n xsi:nil='true'/><f/><d/></r>\n+<r><n>1</n><f>01</f><d>3</d><s>x</s></r>\n-<r><n/><f/><d/></r>\n-<r><n>1</n><f>2</f><d/></r>\n-<r><n>1</n><f xsi:nil='1'/><d/></r>\n-<r><n>1</n><f/><d/><s>xx</s></r>"),
		{
			name:     "mixed",
			types:    []schema.TypeRows{{Type: mixed, Rows: []schema.Row{{Kind: codec.KindRawXML}}, Model: []schema.Row{element("a", codec.KindInt32, schema.Optional)}}},
			elements: root(mixed), docs: "+<r>x<a>1</a>y</r>\n-<r>x<b/></r>\n-<r><a>1</a><a>1</a></r>",
		},
		member,
		{
			name: "arrays",
			types: []schema.TypeRows{{Type: item, Rows: []schema.Row{element("a", codec.KindInt32, schema.Once)}},
				{Type: array, Rows: []schema.Row{{Name: "item", Kind: codec.KindStruct, Of: item, At: schema.AtItem, Occurs: schema.Many}}}},
			elements: root(array), docs: "+<r><x><a>1</a></x><y xsi:nil='1'/></r>\n-<r><x/></r>\n-<r><x><a>1</a></x><x/></r>\n-<r>x</r>\n+<r xmlns:e='http://schemas.xmlsoap.org/soap/encoding/' xsi:type='e:Array' e:arrayType='t:item[0]'/>",
		},
		{
			name: "global elements",
			elements: []schema.GlobalElement{
				{Row: schema.Row{Name: "r", NS: 1, Kind: codec.KindStruct}, Model: []schema.Row{anyOf(schema.Once, xsd.Wildcard{})}},
				{Row: null},
				{Row: element("abstract", codec.KindInt32, 0), Abstract: true},
				{Row: schema.Row{Name: "m", NS: 1, Kind: codec.KindStruct}, Mixed: true, Model: []schema.Row{attribute("a", codec.KindInt32, schema.Optional), element("b", codec.KindInt32, schema.Once)}},
				{Row: schema.Row{Name: "none", NS: 1, Kind: codec.KindStruct}},
			},
			docs: "+<r><n>1</n></r>\n-<r><n>x</n></r>\n-<r><x/></r>\n+<n xsi:nil='1'/>\n-<abstract>1</abstract>\n+<m a='1'>x<b>1</b></m>\n-<m/>\n+<none/>\n-<none>x</none>\n+<other>x</other>",
		},
		{
			name: "messages",
			elements: []schema.GlobalElement{
				{Row: schema.Row{Name: "op", NS: 1, Kind: codec.KindStruct}, Message: true, Model: wrapper(part("a", codec.KindInt32), part("b", codec.KindString))},
				{Row: schema.Row{Name: "twice", NS: 1, Kind: codec.KindStruct}, Message: true, Model: wrapper(part("a", codec.KindInt32))},
				{Row: schema.Row{Name: "twice", NS: 1, Kind: codec.KindStruct}, Message: true, Model: wrapper(part("a", codec.KindBool))},
			},
			docs: "+<op><b xmlns=''/><a xmlns=''>1</a></op>\n+<op><a xmlns='' xsi:nil='1'/><b xmlns=''/></op>\n-<op><a xmlns=''>1</a></op>\n-<op><a>1</a><b xmlns=''/></op>\n" +
				"+<twice><a xmlns=''>12</a></twice>\n+<twice><a xmlns=''>true</a></twice>\n-<twice><a xmlns=''>x</a></twice>",
		},
	}
}

func derivationCases() []rowsCase {
	base := &schema.Type{NS: 1, Name: "base", More: &schema.TypeMore{Block: schema.Restriction}}
	more := &schema.Type{NS: 1, Name: "more"}
	less := &schema.Type{NS: 1, Name: "less", More: &schema.TypeMore{By: schema.Restriction, Base: more}}
	abstract := &schema.Type{NS: 1, Name: "abstract", Abstract: true}
	concrete := &schema.Type{NS: 1, Name: "concrete"}
	exact := &schema.Type{NS: 1, Name: "exact"}
	p, q := attribute("p", codec.KindInt32, schema.Optional), attribute("q", codec.KindInt32, schema.Once)
	x, y := element("x", codec.KindInt32, schema.Once), element("y", codec.KindInt32, schema.Optional)
	return []rowsCase{{
		name: "derivation",
		types: []schema.TypeRows{
			{Type: base, Rows: []schema.Row{p, x}},
			{Type: more, Rows: []schema.Row{{Kind: codec.KindBase, Of: base}, q, y}},
			{Type: less, Rows: []schema.Row{{Kind: codec.KindBaseAttributes, Of: more}, {Name: "p", Kind: codec.KindProhibited, At: schema.AtAttribute}, x}},
			{Type: abstract},
			{Type: concrete, Rows: []schema.Row{{Kind: codec.KindBase, Of: abstract}, x}},
			{Type: exact, Rows: []schema.Row{{Kind: codec.KindBase, Of: base}, anyOf(schema.Many, xsd.Wildcard{})}, Model: []schema.Row{
				{Kind: codec.KindBase, Of: base},
				begin(codec.KindChoice, schema.Once), begin(codec.KindSequence, schema.Once), element("y", codec.KindInt32, schema.Once), x, end, element("z", codec.KindInt32, schema.Once), end,
			}},
		},
		elements: []schema.GlobalElement{
			{Row: schema.Row{Name: "r", NS: 1, Kind: codec.KindPoly, Of: base}}, {Row: schema.Row{Name: "m", NS: 1, Kind: codec.KindPoly, Of: more}},
			{Row: withMore(schema.Row{Name: "k", NS: 1, Kind: codec.KindPoly, Of: more}, schema.More{Block: schema.Restriction})},
			{Row: schema.Row{Name: "a", NS: 1, Kind: codec.KindPoly, Of: abstract}}, {Row: schema.Row{Name: "e", NS: 1, Kind: codec.KindStruct, Of: exact}},
		},
		docs: "+<r p='1'><x>1</x></r>\n-<r><x>1</x><y>1</y></r>\n+<r xsi:type='t:more' q='1'><x>1</x><y>1</y></r>\n-<r xsi:type='t:more'><x>1</x></r>\n-<r xsi:type='t:less' q='1'><x>1</x></r>\n" +
			"+<m xsi:type='t:less' q='1'><x>1</x></m>\n-<m xsi:type='t:less' p='1' q='1'><x>1</x></m>\n-<m xsi:type='t:less' q='1'><x>1</x><y>1</y></m>\n-<m xsi:type='t:base'><x>1</x></m>\n-<m xsi:type='t:none' q='1'><x>1</x></m>\n" +
			"-<k xsi:type='t:less' q='1'><x>1</x></k>\n+<k q='1'><x>1</x></k>\n-<a/>\n+<a xsi:type='t:concrete'><x>1</x></a>\n-<a xsi:type='t:abstract'/>\n" +
			"+<e><x>1</x><y>1</y><x>1</x></e>\n+<e p='1'><x>1</x><z>1</z></e>\n-<e><x>1</x></e>\n-<e><y>1</y><x>1</x></e>",
	}}
}
