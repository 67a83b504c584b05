package browser_test

import (
	"github.com/chromedp/cdproto/emulation"
)

// A viewport is the size of a window.
type viewport struct {
	name          string
	width, height int64
}

var (
	wide   = viewport{"wide", 1280, 900}
	narrow = viewport{"narrow", 360, 780}
	small  = viewport{"small", 320, 640}
)

// themes are the values of prefers-color-scheme.
var themes = []string{"light", "dark"}

// size sets the size of the window.
func (p *tab) size(v viewport) {
	p.t.Helper()
	p.do(emulation.SetDeviceMetricsOverride(v.width, v.height, 1, false))
}

// theme sets the preferred color scheme, and that motion is reduced, so that pictures do not depend on the moment.
func (p *tab) theme(name string) {
	p.t.Helper()
	p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}))
}

// scripts switches scripts of the pages that are opened from now on or off. Expressions of the test work either way.
func (p *tab) scripts(on bool) {
	p.t.Helper()
	p.do(emulation.SetScriptExecutionDisabled(!on))
	p.scriptless = !on
}

// overflow returns the elements that make the page wider than its window, if it can be scrolled horizontally.
func (p *tab) overflow() (elements []string) {
	p.t.Helper()
	p.script(`(() => {
		const width = document.documentElement.clientWidth;
		if (document.documentElement.scrollWidth <= width && document.body.scrollWidth <= width) return [];
		const found = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().left + e.scrollWidth > width + 0.5);
		return ["the page has a width of " + document.documentElement.scrollWidth + ", the window one of " + width]
			.concat(found.slice(0, 5).map(e => e.outerHTML.slice(0, 150)));
	})()`, &elements)
	return elements
}
