package compiler_test

import (
	"testing"
)

// combinations are further schemas for rules: one that violates the rule, and one that does not.
var combinations = []struct{ name, rule, wrong, right string }{
	{"src-attribute 3.2: a type in a reference", "schema-content",
		`<xs:attribute name="a"/><xs:complexType name="c"><xs:attribute ref="t:a"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:attribute></xs:complexType>`,
		`<xs:attribute name="a"/><xs:complexType name="c"><xs:attribute ref="t:a"><xs:annotation/></xs:attribute></xs:complexType>`},
	{"localComplexType: abstract", "schema-attribute",
		`<xs:element name="e"><xs:complexType abstract="true"/></xs:element>`, `<xs:complexType name="c" abstract="true"/>`},
	{"localComplexType: block", "schema-attribute",
		`<xs:element name="e"><xs:complexType block="#all"/></xs:element>`, `<xs:element name="e" block="#all"><xs:complexType/></xs:element>`},
	{"localSimpleType: final", "schema-attribute",
		`<xs:element name="e"><xs:simpleType final="list"><xs:restriction base="xs:int"/></xs:simpleType></xs:element>`,
		`<xs:simpleType name="s" final="list"><xs:restriction base="xs:int"/></xs:simpleType>`},
	{"noFixedFacet", "schema-attribute",
		`<xs:simpleType name="s"><xs:restriction base="xs:int"><xs:enumeration value="1" fixed="true"/></xs:restriction></xs:simpleType>`,
		`<xs:simpleType name="s"><xs:restriction base="xs:int"><xs:maxInclusive value="1" fixed="true"/></xs:restriction></xs:simpleType>`},
	{"selector: xpath is required", "schema-attribute",
		`<xs:element name="e"><xs:key name="k"><xs:selector/><xs:field xpath="@a"/></xs:key></xs:element>`,
		`<xs:element name="e"><xs:key name="k"><xs:selector xpath="."/><xs:field xpath="@a"/></xs:key></xs:element>`},
	{"xml:lang that is blank", "schema-attribute",
		`<xs:annotation><xs:documentation xml:lang=" "/></xs:annotation>`, `<xs:annotation><xs:documentation xml:lang=""/></xs:annotation>`},
	{"xml:lang", "schema-attribute",
		`<xs:annotation><xs:documentation xml:lang="en US"/></xs:annotation>`, `<xs:annotation><xs:documentation xml:lang=" en-US "/></xs:annotation>`},
	{"cos-list-of-atomic: a union with a list", "cos-st-restricts",
		`<xs:simpleType name="l"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="s"><xs:list><xs:simpleType><xs:union memberTypes="xs:int t:l"/></xs:simpleType></xs:list></xs:simpleType>`,
		`<xs:simpleType name="s"><xs:list><xs:simpleType><xs:union memberTypes="xs:int xs:date"/></xs:simpleType></xs:list></xs:simpleType>`},
	{"Derivation Valid (Restriction, Simple) 1: final, in simple content", "derivation-ok-restriction-simple",
		`<xs:simpleType name="s" final="restriction"><xs:restriction base="xs:int"/></xs:simpleType><xs:complexType name="b"><xs:simpleContent><xs:extension base="t:s"/></xs:simpleContent></xs:complexType>` +
			`<xs:complexType name="c"><xs:simpleContent><xs:restriction base="t:b"><xs:maxInclusive value="1"/></xs:restriction></xs:simpleContent></xs:complexType>`,
		`<xs:simpleType name="s" final="list"><xs:restriction base="xs:int"/></xs:simpleType><xs:complexType name="b"><xs:simpleContent><xs:extension base="t:s"/></xs:simpleContent></xs:complexType>` +
			`<xs:complexType name="c"><xs:simpleContent><xs:restriction base="t:b"><xs:maxInclusive value="1"/></xs:restriction></xs:simpleContent></xs:complexType>`},
	{"derivation-ok-restriction 5.3: no content in the place of simple content", "derivation-ok-restriction-content",
		`<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType><xs:complexType name="c"><xs:complexContent><xs:restriction base="t:b"/></xs:complexContent></xs:complexType>`,
		`<xs:complexType name="b"><xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent></xs:complexType><xs:complexType name="c"><xs:simpleContent><xs:restriction base="t:b"/></xs:simpleContent></xs:complexType>`},
	{"Unique Particle Attribution in a group that no type has", "cos-nonambig",
		`<xs:group name="g"><xs:choice><xs:element name="a"/><xs:element name="a"/></xs:choice></xs:group>`,
		`<xs:group name="g"><xs:choice><xs:element name="a"/><xs:element name="b"/></xs:choice></xs:group>`},
	{"Substitution Group OK: blocked by the type of the head element", "cos-nonambig",
		`<xs:complexType name="b" block="restriction"/><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"/></xs:complexContent></xs:complexType>` +
			`<xs:element name="h" type="t:b"/><xs:element name="m" type="t:d" substitutionGroup="t:h"/><xs:complexType name="c"><xs:choice><xs:element ref="t:h"/><xs:element ref="t:m"/></xs:choice></xs:complexType>`,
		`<xs:complexType name="b" block="extension"/><xs:complexType name="d"><xs:complexContent><xs:extension base="t:b"/></xs:complexContent></xs:complexType>` +
			`<xs:element name="h" type="t:b"/><xs:element name="m" type="t:d" substitutionGroup="t:h"/><xs:complexType name="c"><xs:choice><xs:element ref="t:h"/><xs:element ref="t:m"/></xs:choice></xs:complexType>`},
	{"Particle Valid (Restriction): a wildcard in the place of a substitution group", "cos-particle-restrict",
		`<xs:element name="h"/><xs:element name="m" substitutionGroup="t:h"/><xs:complexType name="b"><xs:sequence><xs:element ref="t:h"/></xs:sequence></xs:complexType>` +
			`<xs:complexType name="c"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:any/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`,
		`<xs:element name="h"/><xs:element name="m" substitutionGroup="t:h"/><xs:complexType name="b"><xs:sequence><xs:any/></xs:sequence></xs:complexType>` +
			`<xs:complexType name="c"><xs:complexContent><xs:restriction base="t:b"><xs:sequence><xs:element ref="t:h"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`},
}

func TestCombinations(t *testing.T) {
	for _, c := range combinations {
		t.Run(c.name, func(t *testing.T) {
			if found := checkSchema(t, c.wrong); len(found) != 1 || found[0].ID != c.rule {
				t.Errorf("want only %s:\n%s", c.rule, found)
			}
			if found := checkSchema(t, c.right); len(found) > 0 {
				t.Errorf("a valid schema:\n%s", found)
			}
		})
	}
}
