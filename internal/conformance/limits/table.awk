# Prints the limits that tests have measured as a table, from the output of "go test -v". A test reports a limit by a line of its log:
#
#	limit: NAME | BOUND | MEASURED
#
# Tests whose names begin with TestLimit must report at least one.
BEGIN {
	print "| attack or input | bound | measured | test |"
	print "|---|---|---|---|"
}

$1 == "===" { # the lines that follow are of this test
	split($3, parts, "/")
	test = parts[1]
}

sub(/^ *[^ ]*_test\.go:[0-9]+: limit: /, "") {
	print "| " $0 " | " test " |"
	said[test] = 1
	limits++
}

/^--- PASS: TestLimit/ { # not a part of one, whose line is indented
	if (!($3 in said))
		silent = silent " " $3
	delete said[$3]
}

END {
	if (limits > 0 && silent == "")
		exit
	print "limits: no limit was reported by" (silent == "" ? " any test" : silent) > "/dev/stderr"
	exit 1
}
