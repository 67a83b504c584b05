// How passengers know a train: by its code or, if that is only an identifier, by its line and destination.

import { isolated, shownCode } from "./names.js";

// shortOf returns the code or the line of a train.
export function shortOf(train) {
  return train.named ? shownCode(train) : train.line?.name ?? "Train";
}

// nameOf returns what tells a train from others.
export function nameOf(train) {
  return train.named ? shownCode(train) : `${shortOf(train)} to ${isolated(train.destination)}`;
}

// showBadge shows a line in its colors, or hides the badge of a train whose name is the line or that has none.
export function showBadge(badge, line) {
  badge.hidden = !line;
  if (!line) return;
  if (badge.textContent !== line.name) badge.textContent = line.name;
  badge.style.backgroundColor = line.color ? `#${line.color}` : "";
  badge.style.color = line.ink ? `#${line.ink}` : "";
}
