package outline

// Markdown returns.
func (o *Outline) Markdown() []byte { return nil }
