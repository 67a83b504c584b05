package site

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

var (
	importLine = regexp.MustCompile(`(?m)^import (?:(\{.*\}) from )?"\./([a-z-]+)\.js";$`)
	exportLine = regexp.MustCompile(`(?m)^export ((?:async )?(?:function|class|const) (\w+))`)
)

// bundle appends a module to a script, after those that it imports and that are not yet in it. A page then needs one request: on a
// slow line, requests take longer than content. Each module becomes a function that returns what it exports. Imports and
// exports are lines of the forms above, and modules do not import each other in a circle.
func bundle(script []byte, name string, done map[string]bool) []byte {
	if done[name] {
		return script
	}
	done[name] = true
	content, err := fs.ReadFile(files, "assets/"+name+".js")
	if err != nil {
		panic(err) // it is embedded
	}
	body := importLine.ReplaceAllStringFunc(string(content), func(line string) string {
		found := importLine.FindStringSubmatch(line)
		if script = bundle(script, found[2], done); found[1] == "" {
			return ""
		}
		return "const " + found[1] + " = $" + strings.ReplaceAll(found[2], "-", "_") + ";"
	})
	var exports []string
	for _, found := range exportLine.FindAllStringSubmatch(body, -1) {
		exports = append(exports, found[2])
	}
	return fmt.Appendf(script, "const $%s = (() => {\n%s\nreturn { %s };\n})();\n", strings.ReplaceAll(name, "-", "_"),
		exportLine.ReplaceAllString(body, "$1"), strings.Join(exports, ", "))
}
