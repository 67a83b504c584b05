// Platforms, and that a train uses another one than planned.

import { element } from "./frame.js";

// showPlatform shows the platform of a call after a separator, with the planned one struck through if it is another one.
export function showPlatform(target, { platform = "", planned = "" }, separator = "") {
  const key = JSON.stringify([planned, platform]);
  if (target.dataset.key === key) return;
  target.dataset.key = key;
  target.toggleAttribute("data-changed", planned !== "");
  const changed = planned ? [element("s", {}, planned), element("span", { class: "unseen" }, " changed to"), " "] : [];
  target.replaceChildren(...(platform || planned ? [separator, "platform ", ...changed, element("b", {}, platform || "another one")] : []));
}
