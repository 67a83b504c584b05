package codec

// DecodeRequest is DecodeRows for the element whose children are the parameters of a
// request.
func DecodeRequest(d *Decoder, t *Type, v any) {
	d.request = len(d.frames) + 1
	DecodeRows(d, t, v)
	d.request = 0
}
