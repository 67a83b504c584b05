// The land on the map, and the strokes of the lines: side by side in their colors, on a casing that stands out from the background.

import { length } from "./geometry.js";

const namespace = "http://www.w3.org/2000/svg";
const thick = 3; // pixels
const maxBeside = 4; // strokes

// shape makes an element of an image.
export function shape(name, attributes = {}, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// drawLand draws coasts: what is inside an odd number of rings is land. at maps places to the map.
export function drawLand(rings, at) {
  const ends = (ring) => ring.flatMap((lon, i) => (i % 2 === 0 ? [at({ lon, lat: ring[i + 1] })] : []));
  const path = (ring) => `M${ends(ring).map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L")}Z`;
  return shape("path", { d: rings.map(path).join(""), "fill-rule": "evenodd" });
}

// drawLines draws the stretches, whose points between returns. unit is the size of a pixel in units of the map.
export function drawLines(layer, stretches, between, unit) {
  const casings = Array.from({ length: maxBeside + 1 }, () => []); // by the number of strokes
  const strokes = new Map(); // by color
  for (const { from, to, lines } of stretches) {
    const points = between(from, to);
    const colors = [...new Set([...lines].map((line) => line.color).filter(Boolean))].sort().slice(0, maxBeside);
    casings[colors.length].push(pathOf(points, 0));
    colors.forEach((color, i) => {
      if (!strokes.has(color)) strokes.set(color, []);
      strokes.get(color).push(pathOf(points, (i - (colors.length - 1) / 2) * thick * unit));
    });
  }
  const made = casings.map((paths, n) => paths.length && shape("path", { class: "line", d: paths.join(""), "stroke-width": n === 0 ? thick : n * thick + 2 }));
  for (const [color, paths] of strokes) made.push(shape("path", { class: "line-color", d: paths.join(""), stroke: `#${color}`, "stroke-width": thick }));
  layer.replaceChildren(...made.filter(Boolean));
}

// pathOf returns the path through points, that far to the side. The side is the same in both directions.
function pathOf(points, aside) {
  const [a, b] = [points[0], points.at(-1)];
  const sign = b.x < a.x || (b.x === a.x && b.y < a.y) ? -1 : 1;
  return "M" + points.map((p, i) => {
    const [from, to] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const far = sign * (length(from, to) || 1);
    return `${(p.x + (aside * (from.y - to.y)) / far).toFixed(2)} ${(p.y + (aside * (to.x - from.x)) / far).toFixed(2)}`;
  }).join("L");
}
