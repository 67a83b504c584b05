package support

// schemaChecker is the checker of a contract with a schema.
type schemaChecker struct{ schema *Schema }

// newSchemaChecker returns the checker of a contract, nil if it has no schema.
func newSchemaChecker(info *ContractInfo) Checker {
	if info.Schema == nil {
		return nil
	}
	return schemaChecker{info.Schema}
}

func (c schemaChecker) value(v any) error {
	if valid, ok := v.(interface{ Validate() error }); ok {
		return valid.Validate()
	}
	return nil
}

// message validates a message. There may be several messages of one name: what
// is valid as one of them is valid.
func (c schemaChecker) message(doc []byte, what *comparison) error {
	m, err := loadSchema(c.schema)
	if err != nil {
		return err
	}
	for choice := 0; ; choice++ {
		more := false
		bad := m.validate(NewDecoder(doc, what.names, what.limits), func(v *validation) {
			v.place, v.rename = true, what.renamed
			if v.d.Root() {
				if what.soap {
					more = v.envelope(what, choice)
				} else {
					more = v.message(choice)
				}
			}
			v.d.End()
		})
		if err == nil {
			err = bad
		}
		if bad == nil || !more {
			if bad == nil {
				return nil
			}
			return err
		}
	}
}

// envelope validates what is in the Header and in the Body.
func (v *validation) envelope(what *comparison, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		switch {
		case v.isEnvelope("Header"):
			more = v.declared(what.blocks, choice) || more
		case v.isEnvelope("Body"):
			more = v.body(what.details, choice) || more
		default:
			v.d.Skip()
		}
	}
	return more
}

// isEnvelope reports whether the current tag is one of the envelope's own.
func (v *validation) isEnvelope(local string) bool {
	return v.d.hasTag(soap11Namespace, local) || v.d.hasTag(soap12Namespace, local)
}

func (v *validation) body(details []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.isEnvelope("Fault") {
			more = v.fault(details, choice) || more
		} else {
			more = v.message(choice) || more
		}
	}
	return more
}

// fault validates the detail of a fault: it has no namespace in SOAP 1.1, and
// that of the envelope in SOAP 1.2.
func (v *validation) fault(details []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.d.hasTag("", "detail") || v.d.hasTag(soap12Namespace, "Detail") {
			more = v.declared(details, choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

// declared validates those children of the current element that the contract
// declares there.
func (v *validation) declared(blocks []declaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if isDeclared(v.d, blocks) {
			more = v.message(choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

func isDeclared(d *Decoder, blocks []declaredBlock) bool {
	for _, b := range blocks {
		if b.matches(d) != matchNone {
			return !b.isEncoded()
		}
	}
	return false
}
