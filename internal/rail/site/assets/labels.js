// The names of lines and stations on the map: as many as there is room for.

import { along, choose, length } from "./geometry.js";
import { shape } from "./strokes.js";

const size = 12; // pixels
const longestLine = 14; // letters of the name of a line; longer ones are in the legend only
const tries = 8; // stretches at which a line may have its name

// drawLabels writes labels in the order of their importance where they are in the part and what is taken stays visible.
export function drawLabels(layer, labels, { part, taken, max }) {
  const inside = (p) => p.x >= part.x && p.x + p.w <= part.x + part.w && p.y >= part.y && p.y + p.h <= part.y + part.h;
  const chosen = choose(labels.map((places) => places.filter(inside)), max, taken);
  layer.replaceChildren(...chosen.map(({ text, at, anchor, line }) => {
    const label = shape("text", { class: line ? "line-name" : "name", x: at.x.toFixed(2), y: at.y.toFixed(2), "text-anchor": anchor }, text);
    if (line?.color) Object.assign(label.style, { fill: `#${line.ink}`, stroke: `#${line.color}` });
    return label;
  }));
}

// widthOf estimates the width of a text in pixels. The letters of East Asia are as wide as they are high.
const widthOf = (text) => [...text].reduce((w, letter) => w + size * (letter < "\u1100" ? 0.62 : 1), 0);

// A label is a list of the places that it may have: its box, and where its text is anchored. unit is the size of a pixel in
// units of the map.

// stationLabel returns the label of a station: right, left, above or below.
export function stationLabel(text, point, unit) {
  const w = (widthOf(text) + 4) * unit;
  const h = size * 1.4 * unit;
  const place = (dx, dy, anchor) => {
    const at = { x: point.x + dx * unit, y: point.y + (dy + size * 0.35) * unit };
    const left = { start: 0, middle: w / 2, end: w }[anchor];
    return { text, at, anchor, x: at.x - left, y: point.y + dy * unit - h / 2, w, h };
  };
  return [place(8, 0, "start"), place(-8, 0, "end"), place(0, -16, "middle"), place(0, 16, "middle")];
}

// lineLabel returns the label of a line, in the middle of one of its longest stretches, whose points between returns.
export function lineLabel(line, stretches, between, unit) {
  if (line.name.length > longestLine) return [];
  const w = (widthOf(line.name) + 10) * unit;
  const h = size * 1.6 * unit;
  return stretches.filter(({ lines }) => lines.has(line))
    .map(({ from, to }) => between(from, to))
    .sort((a, b) => length(b[0], b.at(-1)) - length(a[0], a.at(-1)))
    .slice(0, tries)
    .map((points) => {
      const p = along(points, 0.5);
      return { text: line.name, line, at: { x: p.x, y: p.y + size * 0.35 * unit }, anchor: "middle", x: p.x - w / 2, y: p.y - h / 2, w, h };
    });
}
