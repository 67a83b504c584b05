package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// realGo is the environment variable with the path of the program go.
const realGo = "QUARTET_MUTANTS_GO"

// goCommand is the program go for gremlins, and returns its exit status. It differs from the real one, which it runs, in
// three ways:
//
//   - A coverage profile says that all lines of each file are covered. The tool leaves out mutants that are not, and the
//     profiles of Go have no blocks for the conditions of cases and for constants: see
//     https://github.com/go-gremlins/gremlins/issues/298 and, for a change that is not merged, pull request 299.
//   - The status of "go test" is 2 if the package does not compile. It is 1, as it is for tests that fail, and the tool
//     expects 2 for mutants such as a difference of strings.
//   - "go test PACKAGE" runs the tests of the current folder and of all folders below it, as the tests of a package that is
//     split into several are the tests of each part. Gremlins runs the tests of a mutant in the folder that it was called
//     for.
func goCommand(args []string) int {
	if last := len(args) - 1; last > 0 && args[0] == "test" && !strings.HasPrefix(args[last], "./") {
		args[last] = "./..."
	}
	cmd := exec.Command(os.Getenv(realGo), args...)
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, &output, &output
	err := cmd.Run()
	os.Stdout.Write(output.Bytes())

	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && doesNotCompile(output.Bytes()):
		return 2
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err == nil:
		err = coverFile(args)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// doesNotCompile tells from the output of "go test" whether the package could not be built.
func doesNotCompile(output []byte) bool {
	return bytes.Contains(output, []byte(" [build failed]\n")) || bytes.Contains(output, []byte(" [setup failed]\n"))
}

// coverFile replaces the coverage profile that the arguments name.
func coverFile(args []string) error {
	i := slices.Index(args, "-coverprofile")
	if i < 0 {
		return nil
	}
	name := args[i+1]
	profile, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, coverAll(profile), 0o666)
}

// coverAll returns a coverage profile with one block for each file of another profile: all of its lines, executed once.
func coverAll(profile []byte) []byte {
	mode, blocks, _ := strings.Cut(string(profile), "\n")
	all := mode + "\n"
	var last string
	for line := range strings.Lines(blocks) {
		file := line[:strings.LastIndexByte(line, ':')+1]
		if file != last {
			all += file + "1.1,1000000.1 1 1\n"
		}
		last = file
	}
	return []byte(all)
}
