package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// completionTimeout is how long completion waits for the server.
const completionTimeout = time.Second

// completeStation completes the code of a station. Shells show its name, too.
func (a *app) completeStation(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return a.complete(cmd.Context(), args, typed, func(ctx context.Context, c *client) ([][2]string, error) {
		stations, err := c.GetAllStationsXML(ctx)
		var codes [][2]string
		for _, s := range stations {
			codes = append(codes, [2]string{text(s.StationCode), text(s.StationDesc)})
		}
		return codes, err
	})
}

// completeTrain completes the code of a current train. Shells show its origin and destination, too.
func (a *app) completeTrain(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return a.complete(cmd.Context(), args, typed, func(ctx context.Context, c *client) ([][2]string, error) {
		trains, err := c.GetVendorTrainsXML(ctx)
		var codes [][2]string
		for _, t := range trains {
			codes = append(codes, [2]string{text(t.TrainCode), text(t.TrainOrigin) + " to " + text(t.TrainDestination)})
		}
		return codes, err
	})
}

// complete returns the codes that begin with the typed text, with their descriptions. It returns none if the service does
// not answer.
func (a *app) complete(ctx context.Context, args []string, typed string, codes func(context.Context, *client) ([][2]string, error)) ([]cobra.Completion, cobra.ShellCompDirective) {
	const none = cobra.ShellCompDirectiveNoFileComp
	c, err := a.connect()
	if err != nil || len(args) > 0 {
		return nil, none
	}
	ctx, cancel := context.WithTimeout(ctx, completionTimeout)
	defer cancel()
	all, err := codes(ctx, c)
	if err != nil {
		return nil, none
	}
	var found []cobra.Completion
	for _, pair := range all {
		code := pair[0]
		if isPlain(code) && len(code) >= len(typed) && strings.EqualFold(code[:len(typed)], typed) {
			found = append(found, cobra.CompletionWithDesc(code, printable(pair[1])))
		}
	}
	return found, none
}

// isPlain reports whether a shell can insert a code without quotes, and whether the code cannot be taken for a flag.
func isPlain(code string) bool {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return code != "" && strings.Trim(code, plain+"_.:-") == "" && strings.Contains(plain, code[:1])
}
