package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

// An invocation holds what the process passes to the command.
type invocation struct {
	args           []string
	environ        func(name string) string
	stdout, stderr io.Writer
	screen         func() (width, height int) // size of the terminal; 0 if standard output is not one
	now            func() time.Time
	ticks          func(time.Duration) <-chan time.Time
}

// serverVariable is the environment variable that sets the default of --server.
const serverVariable = "RAILCTL_SERVER"

// run runs the command until ctx is done and returns its exit status.
func (i invocation) run(ctx context.Context) int {
	a := &app{invocation: i}
	root := &cobra.Command{
		Use:   "railctl",
		Short: "Ask a realtime rail information service for stations, boards and trains",
		Long: `Railctl asks a realtime rail information service, such as raild, for stations, boards and trains.

The answer is a table, the records as JSON, or the XML that the server sent. On a terminal, tables are cut to its width.
The environment variable ` + serverVariable + ` sets the default of --server.

Exit status: 0 on success, 1 if the request fails or there is no such station or train, 2 on wrong usage.`,
		Example: `  railctl board sterling gate --mins 30
  railctl board STERG --watch
  railctl train M109 21 Nov 2026
  railctl trains --server https://rail.example --binding get --json
  source <(railctl completion bash)`,
		Args: command.KnownCommand,
		RunE: func(*cobra.Command, []string) error { return command.Usagef("no command given") },
	}
	root.SetFlagErrorFunc(command.UnknownFlag)
	root.AddCommand(a.stations(), a.find(), a.board(), a.trains(), a.train())
	server := cmp.Or(i.environ(serverVariable), "http://127.0.0.1:8080")
	flags := root.PersistentFlags()
	flags.StringVar(&a.server, "server", server, "`address` of the service; without a path, the usual one is added")
	flags.StringVar(&a.binding, "binding", "soap12", "`name` of the binding: soap11, soap12, get or post")
	flags.DurationVar(&a.timeout, "timeout", 15*time.Second, "how long to wait for an answer")
	flags.BoolVar(&a.json, "json", false, "print the records as JSON")
	flags.BoolVar(&a.xml, "xml", false, "print the XML that the server sent")
	flags.BoolVar(&a.watch, "watch", false, "repeat the request until interrupted with Ctrl-C")
	flags.DurationVar(&a.every, "every", 10*time.Second, "interval between the requests of --watch")
	root.RegisterFlagCompletionFunc("binding", cobra.FixedCompletions(bindingNames, cobra.ShellCompDirectiveNoFileComp))
	for _, name := range []string{"server", "timeout", "every"} {
		root.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return command.Run(ctx, root, i.args, i.stdout, i.stderr)
}

// An app holds the state of the commands: the values of the flags that all have.
type app struct {
	invocation
	server  string
	binding string
	timeout time.Duration
	json    bool
	xml     bool
	watch   bool
	every   time.Duration
}

// A question asks the service once. It gets the arguments of the command.
type question func(ctx context.Context, c *client, args []string) (answer, error)

// asks returns a function for [cobra.Command.RunE] that asks a question and prints the answer. With --watch it asks again on each tick
// until the context is done; an error is then printed once below the last answer, except one of the first question.
func (a *app) asks(ask question) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, err := a.connect()
		if err != nil {
			return err
		}
		ctx, p := cmd.Context(), &printer{app: a, client: c}
		show := func() (asking, printing error) {
			limited, cancel := context.WithTimeout(ctx, a.timeout)
			defer cancel()
			got, err := ask(limited, c, args)
			if err != nil {
				return plainError(err), nil
			}
			return nil, p.print(got)
		}
		asking, printing := show()
		switch err := cmp.Or(asking, printing); {
		case a.watch && ctx.Err() != nil:
			return nil
		case err != nil || !a.watch:
			return err
		}
		said, ticks := "", a.ticks(a.every)
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-ticks:
			}
			switch asking, printing := show(); {
			case printing != nil || ctx.Err() != nil:
				return printing
			case asking == nil:
				said = ""
			case asking.Error() != said:
				said = asking.Error()
				fmt.Fprintf(a.stderr, "railctl: %s; retrying every %s\n", said, a.every)
			}
		}
	}
}
