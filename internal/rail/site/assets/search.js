// The search for stations: a combobox with a list of suggestions, as the ARIA practices describe. Without script, and for a
// text without a chosen suggestion, the form asks /search.

import { allStations, boardPath } from "./service.js";
import { search } from "./names.js";

// startSearch makes the field in the header of the page a combobox.
export function startSearch() {
  const input = document.getElementById("search");
  const list = document.getElementById("matches");
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": "matches", "aria-expanded": "false" })) {
    input.setAttribute(name, value);
  }
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Stations");
  new Combobox(input, list);
}

class Combobox {
  constructor(input, list) {
    Object.assign(this, { input, list, active: -1, asked: 0 });
    input.addEventListener("focus", () => allStations().catch(() => {}), { once: true });
    input.addEventListener("input", () => this.update());
    input.addEventListener("keydown", (event) => this.key(event));
    input.addEventListener("blur", () => this.close());
    list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus in the field
    list.addEventListener("click", (event) => this.choose(event.target.closest("[role=option]")));
    document.addEventListener("keydown", (event) => {
      if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) {
        event.preventDefault();
        input.focus();
        input.select();
      }
    });
  }

  get options() {
    return [...this.list.children].filter((item) => item.getAttribute("role") === "option");
  }

  async update() {
    const turn = ++this.asked;
    let stations;
    try {
      stations = await allStations();
    } catch {
      return this.close(); // the form still works once there is a connection
    }
    if (turn !== this.asked || document.activeElement !== this.input) return;
    const found = search(stations, this.input.value);
    const shared = (name) => found.filter((other) => other.StationDesc === name).length > 1;
    this.list.replaceChildren(...found.map((station, i) => option(station, i, shared(station.StationDesc) ? station.lines : [])));
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.show(found.length > 0);
  }

  show(open) {
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
  }

  close() {
    this.asked++;
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.show(false);
  }

  key(event) {
    const open = !this.list.hidden;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (!open) return void this.update();
        return this.move(event.key === "ArrowDown" ? 1 : -1);
      case "Enter":
        if (open && this.active >= 0) {
          event.preventDefault();
          this.choose(this.options[this.active]);
        }
        return;
      case "Escape":
        if (open) {
          event.preventDefault();
          this.close();
        }
    }
  }

  // move makes another option the active one; before the first and after the last is the field itself.
  move(by) {
    const options = this.options;
    const places = options.length + 1;
    this.active = ((this.active + 1 + by + places) % places) - 1;
    options.forEach((item, i) => item.setAttribute("aria-selected", String(i === this.active)));
    const active = options[this.active];
    if (active) {
      this.input.setAttribute("aria-activedescendant", active.id);
      active.scrollIntoView({ block: "nearest" });
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }

  choose(item) {
    if (item) location.assign(boardPath(item.dataset.code));
  }
}

// option makes a suggestion. lines tell it from others of the same name.
function option(station, number, lines) {
  const item = document.createElement("li");
  item.id = `match-${number}`;
  item.dataset.code = station.StationCode;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  const name = document.createElement("span");
  name.textContent = station.StationDesc;
  const code = document.createElement("code");
  code.textContent = station.shown;
  item.append(name, " ", code);
  for (const line of lines) {
    const badge = document.createElement("span");
    badge.className = "line-badge";
    badge.textContent = line;
    item.append(" ", badge);
  }
  return item;
}
