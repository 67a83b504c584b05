// Geometry of the map: projecting places to it, and points on stretches.

// project returns functions from degrees to the units of a map of a width, and back, and the height of that map, which is in a
// ratio to the width. It is Mercator's projection. A railway may lie on both sides of the meridian of 180 degrees.
export function project(places, width, { margin = 40, ratio = 0.6 } = {}) {
  const middle = meanLongitude(places);
  const flat = ({ lat, lon }) => ({ x: turn(lon - middle), y: -mercator(lat) });
  const points = places.map(flat);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, right, top, bottom] = points.length ? [min(xs), max(xs), min(ys), max(ys)] : [-1, 1, -1, 1];
  const wide = Math.max(right - left, 1e-4);
  const high = Math.max(bottom - top, 1e-4);
  const height = width * ratio;
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
  const offset = { x: (width - scale * (left + right)) / 2, y: (height - scale * (top + bottom)) / 2 };
  const at = (place) => {
    const p = flat(place);
    return { x: offset.x + scale * p.x, y: offset.y + scale * p.y };
  };
  const back = ({ x, y }) => ({ lon: turn((x - offset.x) / scale + middle), lat: latitude((y - offset.y) / scale) });
  return { at, back, height };
}

// kilometersPerUnit returns the size of a unit of a map, near a place on it.
export function kilometersPerUnit(at, { lat, lon }) {
  const degree = Math.abs(at({ lat, lon: lon + 0.01 }).x - at({ lat, lon }).x) * 100;
  return (111.3 * Math.cos((lat * Math.PI) / 180)) / degree;
}

const min = (numbers) => numbers.reduce((a, b) => Math.min(a, b));
const max = (numbers) => numbers.reduce((a, b) => Math.max(a, b));

const mercator = (lat) => {
  const limited = Math.max(-85, Math.min(85, lat));
  return (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + (limited * Math.PI) / 360));
};

// latitude is the inverse of mercator, upside down as the map.
const latitude = (y) => (360 / Math.PI) * Math.atan(Math.exp((-y * Math.PI) / 180)) - 90;

// roundedBox returns a part of the earth as /data/trains takes it: [west, south, east, north], extended by a margin and then to whole
// steps, so that maps that show similar parts ask for the same one. It is null for more than half of the earth.
export function roundedBox(west, south, east, north, margin = 0.1) {
  const wide = (east - west + 360) % 360;
  const high = north - south;
  const size = Math.max(wide, high) * (1 + 2 * margin);
  if (size > 150) return null;
  const step = Math.max(1 / 256, 2 ** Math.ceil(Math.log2(size / 3)));
  const low = (n) => Math.floor(n / step) * step;
  const up = (n) => Math.ceil(n / step) * step;
  const start = low(west - wide * margin);
  const turn = start < -180 ? 360 : 0;
  return [start + turn, Math.max(-90, low(south - high * margin)), up(west + wide * (1 + margin)) + turn, Math.min(90, up(north + high * margin))];
}

// turn returns an angle from -180 to 180 degrees.
const turn = (angle) => ((((angle + 180) % 360) + 360) % 360) - 180;

function meanLongitude(places) {
  let x = 0;
  let y = 0;
  for (const { lon } of places) {
    x += Math.cos((lon * Math.PI) / 180);
    y += Math.sin((lon * Math.PI) / 180);
  }
  return (Math.atan2(y, x) * 180) / Math.PI;
}

// placeOf reads degrees; 0 in both is the value for an unknown place.
export function placeOf(latitude, longitude) {
  const lat = Number(latitude);
  const lon = Number(longitude);
  return !Number.isFinite(lat) || !Number.isFinite(lon) || (lat === 0 && lon === 0) ? null : { lat, lon };
}

// share returns how far along the stretch from a to b the point of it is that is nearest to p: 0 to 1.
export function share(a, b, p) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  return square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
}

// between returns the point at a share of the stretch from a to b.
export function between(a, b, t) {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

// length returns how far two points are apart.
export const length = (a, b) => Math.hypot(b.x - a.x, b.y - a.y);

// along returns the point at a share of the length of a line through points, and the angle of the line there in degrees.
export function along(points, t) {
  let rest = t * lengthOf(points);
  for (let i = 1; i < points.length; i++) {
    const part = length(points[i - 1], points[i]);
    if (rest <= part || i === points.length - 1) {
      const [a, b] = [points[i - 1], points[i]];
      const p = between(a, b, part === 0 ? 0 : Math.min(1, rest / part));
      return { ...p, angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
    }
    rest -= part;
  }
  return { ...points[0], angle: 0 };
}

// shareAlong returns the share of the length of a line that is before the point of it that is nearest to p.
export function shareAlong(points, p) {
  const whole = lengthOf(points);
  let best = { far: Infinity, before: 0 };
  let before = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    const t = share(a, b, p);
    const far = length(p, between(a, b, t));
    if (far < best.far) best = { far, before: before + t * length(a, b) };
    before += length(a, b);
  }
  return whole === 0 ? 0 : best.before / whole;
}

// lengthOf returns the length of a line through points.
export function lengthOf(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += length(points[i - 1], points[i]);
  return sum;
}

// within reports whether a point is in a part of the map: {x, y, w, h}.
export const within = (p, part) => p.x >= part.x && p.x <= part.x + part.w && p.y >= part.y && p.y <= part.y + part.h;

// thinned returns for each point whether it is kept, so that the ones that are kept are so far apart. The first ones are.
export function thinned(points, far) {
  const kept = [];
  return points.map((p) => {
    if (kept.some((k) => length(k, p) < far)) return false;
    kept.push(p);
    return true;
  });
}

// choose returns up to so many labels that overlap neither each other nor what is taken, the first ones first. A label is a
// list of the places that it may have: {text, x, y, w, h}. Labels with the same text, as at
// the two platforms of a stop, are two widths apart.
export function choose(labels, max = Infinity, taken = []) {
  const chosen = [];
  const free = (p) => (o) => p.x >= o.x + o.w || o.x >= p.x + p.w || p.y >= o.y + o.h || o.y >= p.y + p.h;
  for (const places of labels) {
    if (chosen.length >= max) break;
    const again = (p) => chosen.some((o) => o.text === p.text && length(o, p) < 2 * o.w);
    const found = places.find((p) => chosen.every(free(p)) && taken.every(free(p)) && !again(p));
    if (found) chosen.push(found);
  }
  return chosen;
}
