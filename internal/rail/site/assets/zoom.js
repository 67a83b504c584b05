// Zooming and moving the map by buttons, wheel, dragging, pinching and keys. On touch screens, one finger scrolls the page and two
// move the map.

import { between, length, within } from "./geometry.js";

const closest = 60; // times

export function startZoom(network, svg, buttons) {
  const spots = () => network.trainsInView().map((train) => train.spot).filter(Boolean);
  const zoom = (factor, at) => network.part && network.show(zoomed(network.part, network.whole, factor, at ?? anchor(network.part, factor, spots())));
  const move = (x, y) => network.part && network.show(moved(network.part, network.whole, x, y));
  buttons.more.addEventListener("click", () => zoom(1.6));
  buttons.less.addEventListener("click", () => zoom(1 / 1.6));
  buttons.all.addEventListener("click", () => network.whole && network.show(network.whole));
  svg.addEventListener("view", () => history.replaceState({ part: network.part }, "")); // for who comes back from another page
  svg.addEventListener("keydown", (event) => {
    const keys = {
      "+": () => zoom(1.6), "=": () => zoom(1.6), "-": () => zoom(1 / 1.6), "0": () => network.show(network.whole),
      ArrowLeft: () => move(-0.15, 0), ArrowRight: () => move(0.15, 0), ArrowUp: () => move(0, -0.15), ArrowDown: () => move(0, 0.15),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // scrolls the page; pinching on a touchpad is a wheel with Ctrl
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), position(svg, event));
  }, { passive: false });
  startDrag(svg, zoom, move);
}

function position(svg, event) {
  const box = svg.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

function startDrag(svg, zoom, move) {
  const fingers = new Map();
  let dragged = 0;
  svg.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, position(svg, event));
    dragged = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before || (event.pointerType === "touch" && fingers.size < 2)) return;
    const now = position(svg, event);
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    const share = other ? 0.5 : 1; // the middle between two fingers moves half as far as one of them
    move((before.x - now.x) * share, (before.y - now.y) * share);
    if (other) zoom(length(now, other) / Math.max(0.01, length(before, other)), between(now, other, 0.5));
    dragged += length(now, before);
    fingers.set(event.pointerId, now);
    if (dragged > 0.01 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
  });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
  for (const name of ["touchstart", "touchmove"]) {
    svg.addEventListener(name, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { passive: false });
  }
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("click", (event) => dragged > 0.01 && event.preventDefault(), true); // the end of a drag is not a click
}

// anchor returns the point of a part, in shares of it, that keeps its place when the part is zoomed by a factor: the middle or, if no
// train would be in view any more, the train that is nearest to it.
export function anchor(part, factor, trains) {
  const middle = { x: 0.5, y: 0.5 };
  const center = { x: part.x + part.w / 2, y: part.y + part.h / 2 };
  const [w, h] = [part.w / factor, part.h / factor];
  const next = { x: center.x - w / 2, y: center.y - h / 2, w, h };
  if (factor <= 1 || trains.length === 0 || trains.some((spot) => within(spot, next))) return middle;
  const nearest = trains.reduce((a, b) => (length(b, center) < length(a, center) ? b : a));
  return { x: (nearest.x - part.x) / part.w, y: (nearest.y - part.y) / part.h };
}

// kept returns the part of a map that was shown before, or all of it.
export function kept(part, whole) {
  if (!(part?.w < whole.w)) return whole;
  return inside({ ...part, h: (part.w * whole.h) / whole.w }, whole);
}

// zoomed returns the part that is shown after zooming by a factor at a point, which is in shares of the part.
export function zoomed(part, whole, factor, at) {
  const w = Math.min(whole.w, Math.max(whole.w / closest, part.w / factor));
  if (w === whole.w) return whole;
  const h = (w * whole.h) / whole.w;
  return inside({ x: part.x + (part.w - w) * at.x, y: part.y + (part.h - h) * at.y, w, h }, whole);
}

// moved returns the part that is shown after moving by shares of its size.
export function moved(part, whole, x, y) {
  return part === whole ? part : inside({ ...part, x: part.x + x * part.w, y: part.y + y * part.h }, whole);
}

function inside(part, whole) {
  const limit = (n, max) => Math.max(0, Math.min(max, n));
  return { ...part, x: limit(part.x, whole.w - part.w), y: limit(part.y, whole.h - part.h) };
}
