package soap

// Ptr returns a pointer to v, for optional fields.
func Ptr[T any](v T) *T { return &v }
