package support

// Methods that only generated code calls, or instances of generic types that only it has: staticcheck takes them for
// unused without these lines.
var (
	_, _    = (*ListOf[stop]).read, (*ListOf[stop]).write
	_, _, _ = (*NillableListOf[*stop]).holder, (*NillableListOf[*stop]).read, (*NillableListOf[*stop]).write
	_, _, _ = (*ValueListOf[string]).holder, (*ValueListOf[string]).read, (*ValueListOf[string]).write
	_, _, _ = (*NillableValueListOf[string]).holder, (*NillableValueListOf[string]).read, (*NillableValueListOf[string]).write
	_, _    = (*FaultInfo).write, (*Fault).base
)
