package support

// QName is an expanded XML name. Space is the namespace's URI, empty for a
// name in no namespace.
type QName struct {
	Space string
	Local string
}

// String returns the name in Clark's notation, "{space}local".
func (q QName) String() string {
	if q.Space == "" {
		return q.Local
	}
	return "{" + q.Space + "}" + q.Local
}
