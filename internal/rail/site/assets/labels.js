// The names of stations on the map: as many as there is room for.

import { choose } from "./geometry.js";

const size = 12; // pixels
const maxLabels = 150;

// drawLabels writes the names in the order of their importance. unit is the size of a pixel in units of the map.
export function drawLabels(layer, stations, part, unit) {
  const inside = stations.filter(({ point: p }) => p.x >= part.x && p.x <= part.x + part.w && p.y >= part.y && p.y <= part.y + part.h);
  const labels = inside.slice(0, 1500).map((station) => boxes(station, part, unit));
  layer.replaceChildren(...choose(labels, maxLabels).map(({ text, start, base, end }) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
    made.setAttribute("x", start.toFixed(2));
    made.setAttribute("y", base.toFixed(2));
    if (end) made.setAttribute("text-anchor", "end");
    made.textContent = text;
    return made;
  }));
}

// boxes returns the places for a label: right and left of the station, if that is on the map.
function boxes({ text, point }, part, unit) {
  const w = (text.length * size * 0.62 + 12) * unit;
  const h = size * 1.5 * unit;
  return [false, true].map((end) => {
    const start = point.x + (end ? -8 : 8) * unit;
    return { text, start, base: point.y + size * 0.35 * unit, end, x: end ? start - w : start, y: point.y - h / 2, w, h };
  }).filter(({ x }) => x >= part.x && x + w <= part.x + part.w);
}
