package soap

// Protocol1 is the version of the interface between generated packages and the run-time. Generated packages refer to it,
// so that they do not compile with a run-time of another version.
const Protocol1 = true
