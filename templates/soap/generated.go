package soap

// Protocol6 is the version of the interface between generated packages and the run-time. Generated packages refer to it,
// so that they do not compile with a run-time of another version. A run-time for schemas alone has no other file of this
// package.
const Protocol6 = true
