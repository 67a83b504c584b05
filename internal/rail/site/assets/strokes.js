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

// drawLines draws the stretches. unit is the size of a pixel in units of the map.
export function drawLines(layer, stretches, points, unit) {
  const casings = Array.from({ length: maxBeside + 1 }, () => []); // by the number of strokes
  const strokes = new Map(); // by color
  for (const { from, to, lines } of stretches) {
    const [a, b] = [points.get(from), points.get(to)];
    const colors = [...new Set([...lines].map((line) => line.color).filter(Boolean))].sort().slice(0, maxBeside);
    casings[colors.length].push(pathOf(a, b, 0));
    colors.forEach((color, i) => {
      if (!strokes.has(color)) strokes.set(color, []);
      strokes.get(color).push(pathOf(a, b, (i - (colors.length - 1) / 2) * thick * unit));
    });
  }
  const made = casings.map((paths, n) => paths.length && shape("path", { class: "line", d: paths.join(""), "stroke-width": n === 0 ? thick : n * thick + 2 }));
  for (const [color, paths] of strokes) made.push(shape("path", { class: "line-color", d: paths.join(""), stroke: `#${color}`, "stroke-width": thick }));
  layer.replaceChildren(...made.filter(Boolean));
}

// pathOf returns the path from a to b, that far to the side. The side is the same in both directions.
function pathOf(a, b, aside) {
  if (b.x < a.x || (b.x === a.x && b.y < a.y)) [a, b] = [b, a];
  const far = length(a, b) || 1;
  const [x, y] = [(aside * (a.y - b.y)) / far, (aside * (b.x - a.x)) / far];
  return `M${(a.x + x).toFixed(2)} ${(a.y + y).toFixed(2)}L${(b.x + x).toFixed(2)} ${(b.y + y).toFixed(2)}`;
}
