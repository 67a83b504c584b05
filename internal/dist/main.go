package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/spf13/cobra"

	"example.com/quartet/internal/rail/cmd/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command.Run(ctx, newCommand(), os.Args[1:], os.Stdout, os.Stderr))
}

func newCommand() *cobra.Command {
	d := distribution{platforms: allPlatforms}
	cmd := &cobra.Command{
		Use:   "dist DIR",
		Short: "Build archives of the commands for six platforms",
		Long: `Dist builds the commands quartet, raild and railctl for Linux, macOS and Windows on
amd64 and arm64, and writes an archive for each platform and SHA256SUMS to the new
folder DIR. An archive has the commands, the README, the licences of all modules that
are linked into the commands and, if the repository has one, its LICENSE. It is run in
the root folder of the repository.

The names of the archives have the version that Go derives from the tags of the
repository; a version that ends in "+dirty" has changes that are not committed.

Exit codes: 0 success, 1 error, 2 usage error.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d.log = cmd.ErrOrStderr()
			return d.write(cmd.Context(), args[0])
		},
	}
	cmd.Flags().Func("platforms", "build only for the platforms `OS/ARCH,...`, such as linux/amd64,darwin/arm64", func(text string) (err error) {
		d.platforms, err = parsePlatforms(text)
		return err
	})
	return cmd
}
