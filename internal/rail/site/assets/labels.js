// The names of stations on the map: as many as there is room for.

import { choose } from "./geometry.js";

const size = 12; // pixels
const most = 150;

// drawLabels writes the names in the order of their importance. unit is the size of a pixel in units of the map.
export function drawLabels(layer, stations, part, unit) {
  const inside = stations.filter(({ point: p }) => p.x >= part.x && p.x <= part.x + part.w && p.y >= part.y && p.y <= part.y + part.h);
  const labels = inside.slice(0, 1500).map((station) => box(station, part, unit));
  layer.replaceChildren(...choose(labels).slice(0, most).map(({ text, left, at, end }) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
    made.setAttribute("x", left.toFixed(2));
    made.setAttribute("y", at.toFixed(2));
    if (end) made.setAttribute("text-anchor", "end");
    made.textContent = text;
    return made;
  }));
}

// box returns a label with its place: right of the station or, near the right edge, left of it.
function box({ text, point }, part, unit) {
  const w = (text.length * size * 0.56 + 12) * unit;
  const h = size * 1.5 * unit;
  const end = point.x + w + 8 * unit > part.x + part.w;
  const left = point.x + (end ? -8 : 8) * unit;
  return { text, left, at: point.y + size * 0.35 * unit, end, x: end ? left - w : left, y: point.y - h / 2, w, h };
}
