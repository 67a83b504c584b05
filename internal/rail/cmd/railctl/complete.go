package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// completionTimeout is how long completion waits for the server.
const completionTimeout = time.Second

// stationCodes returns the codes of the stations with their names.
func stationCodes(ctx context.Context, c *client) (codes [][2]string, err error) {
	stations, err := c.GetAllStationsXML(ctx)
	for _, s := range stations {
		codes = append(codes, [2]string{text(s.StationCode), text(s.StationDesc)})
	}
	return codes, err
}

// trainCodes returns the codes of the current trains with where they run.
func trainCodes(ctx context.Context, c *client) (codes [][2]string, err error) {
	trains, err := c.GetVendorTrainsXML(ctx)
	for _, t := range trains {
		codes = append(codes, [2]string{text(t.TrainCode), text(t.TrainOrigin) + " to " + text(t.TrainDestination)})
	}
	return codes, err
}

// completes returns a function that completes the first argument with the codes of the service, which shells show with their
// descriptions. It has none if the service does not answer.
func (a *app) completes(codes func(context.Context, *client) ([][2]string, error)) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) (found []cobra.Completion, _ cobra.ShellCompDirective) {
		c, err := a.connect()
		if err == nil && len(args) == 0 {
			ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
			defer cancel()
			all, _ := codes(ctx, c)
			for _, pair := range all {
				if code := pair[0]; isPlain(code) && len(code) >= len(typed) && strings.EqualFold(code[:len(typed)], typed) {
					found = append(found, cobra.CompletionWithDesc(code, printable(pair[1])))
				}
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// isPlain reports whether a shell can insert a code without quotes, and whether the code cannot be taken for a flag.
func isPlain(code string) bool {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return code != "" && strings.Trim(code, plain+"_.:-") == "" && strings.Contains(plain, code[:1])
}
