// Zooming and moving the map by buttons, wheel, dragging, pinching and keys.

const closest = 60; // times

export function startZoom(network, svg, buttons) {
  const zoom = (factor, at = { x: 0.5, y: 0.5 }) => network.part && network.show(zoomed(network.part, network.whole, factor, at));
  const move = (x, y) => network.part && network.show(moved(network.part, network.whole, x, y));
  buttons.more.addEventListener("click", () => zoom(1.6));
  buttons.less.addEventListener("click", () => zoom(1 / 1.6));
  buttons.all.addEventListener("click", () => network.whole && network.show(network.whole));
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
    if (!before) return;
    const now = position(svg, event);
    const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    if (others.length === 0) move(before.x - now.x, before.y - now.y);
    else zoom(Math.hypot(now.x - others[0].x, now.y - others[0].y) / Math.max(0.01, Math.hypot(before.x - others[0].x, before.y - others[0].y)), others[0]);
    dragged += Math.hypot(now.x - before.x, now.y - before.y);
    fingers.set(event.pointerId, now);
    if (dragged > 0.01 && !svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
  });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("click", (event) => dragged > 0.01 && event.preventDefault(), true); // the end of a drag is not a click
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
