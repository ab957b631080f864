// What can be chosen of an edition, and how it is looked at.

import { el, find, live, replace } from "./dom.js";
import { finish, isEditing } from "./editing.js";
import { CHIPS } from "./filters.js";
import { languageName } from "./panel.js";
import { looks } from "./pictures.js";
import { choose as another, store } from "./store.js";
import { arrange, renewAll, wall } from "./wall.js";

const INKS = [["low", "Little ink"], ["full", "Full ink"], ["black", "Black"]];
const EDITIONS = { low: "low-ink", full: "full-ink", black: "black" };
const VISIONS = [["", "As printed"], ["grey", "Greyscale"], ["protan", "Red-blind"], ["deutan", "Green-blind"], ["tritan", "Blue-blind"]];
const OVERLAYS = [["safe", "Safe area"], ["cut", "Cut and bleed"], ["boxes", "Text boxes"], ["type", "Type sizes"]];

// Another edition, once what is being typed is saved.
export async function choose(choice) {
  while (isEditing()) {
    if (await finish()) continue;
    drawSwitches();
    return;
  }
  const name = nameOf(choice);
  live(`Drawing ${name} …`);
  try {
    await another(choice);
  } catch (error) {
    live(`Can’t show ${name}: ${error.message}`, true);
  }
}

function nameOf({ lang, ink }) {
  if (ink) return `the ${EDITIONS[ink]} edition`;
  return lang ? `the ${languageName(lang)} edition` : "the edition with these modules";
}

export function drawChips() {
  replace(find("chips"), CHIPS.map(([flag, title]) => el("button", {
    type: "button",
    class: `chip ${flag}`,
    "data-flag": flag,
    "aria-pressed": "false",
    hidden: true,
    onclick: (event) => {
      if (!wall.flags.delete(flag)) wall.flags.add(flag);
      event.currentTarget.setAttribute("aria-pressed", String(wall.flags.has(flag)));
      arrange();
    },
  }, el("span", { text: title }), el("span", { class: "number" }))));
}

export function drawSwitches() {
  const { about } = store;
  if (!about) return;
  const parts = [];
  if (about.languages.length > 1) {
    parts.push(select("Language", about.languages.map((tag) => [tag, languageName(tag)]), about.language,
      (value) => choose({ lang: value })));
  }
  parts.push(select("Ink", INKS, about.ink, (value) => choose({ ink: value })));
  if (about.choosable.length) parts.push(modules(about));
  replace(find("switches"), parts);
}

function select(title, options, value, change) {
  return el("label", { class: "select" }, el("span", { class: "hidden", text: title }),
    el("select", { title, onchange: (event) => change(event.currentTarget.value) },
      options.map(([id, text]) => el("option", { value: id, selected: id === value, text }))));
}

function modules(about) {
  const boxes = about.choosable.map((module) => el("label", {},
    el("input", {
      type: "checkbox",
      checked: about.modules.includes(module.id),
      onchange: (event) => chooseModule(module, event.currentTarget.checked),
    }), el("span", { text: module.title || module.id })));
  const number = about.modules.length;
  return menu("Modules", number ? `Modules: ${number}` : "Modules", boxes);
}

function menu(name, title, parts) {
  const isOpen = Boolean(document.querySelector(`details[data-menu="${name}"][open]`));
  return el("details", { class: "menu", "data-menu": name, open: isOpen }, el("summary", { text: title }), el("div", { class: "menu-body" }, parts));
}

function chooseModule(module, isOn) {
  const byId = Object.fromEntries(store.about.choosable.map((each) => [each.id, each]));
  const wanted = new Set(store.about.modules);
  const add = (id) => {
    if (!byId[id] || wanted.has(id)) return;
    for (const other of byId[id].not) drop(other);
    wanted.add(id);
    byId[id].needs.forEach(add);
  };
  const drop = (id) => {
    wanted.delete(id);
    for (const each of wanted) if (byId[each]?.needs.includes(id)) drop(each);
  };
  if (isOn) add(module.id);
  else drop(module.id);
  choose({ with: [...wanted].sort().join(",") });
}

export function drawLooks() {
  const zoom = el("input", { type: "range", min: "1", max: "6", step: "0.1", value: String(wall.zoom), "aria-label": "Zoom", title: "Zoom (+ and −)" });
  zoom.addEventListener("input", () => setZoom(Number(zoom.value)));
  const overlays = OVERLAYS.map(([id, title]) => el("label", {},
    el("input", { type: "checkbox", checked: looks[id], onchange: (event) => {
      looks[id] = event.currentTarget.checked;
      document.dispatchEvent(new CustomEvent("looks"));
    } }), el("span", { text: title })));
  const visions = VISIONS.map(([id, title]) => el("label", {},
    el("input", { type: "radio", name: "vision", checked: looks.vision === id, onchange: () => {
      looks.vision = id;
      document.body.dataset.vision = id;
    } }), el("span", { text: title })));
  replace(find("looks"),
    menu("Overlays", "Overlays", [el("fieldset", {}, el("legend", { text: "Drawn over faces" }), overlays),
      el("fieldset", {}, el("legend", { text: "Seen as" }), visions)]),
    el("button", { type: "button", class: "quiet", id: "backs", "aria-pressed": String(wall.backs), title: "Turn all over", text: "Backs", onclick: turnAll }),
    zoom);
}

export function turnAll() {
  wall.backs = !wall.backs;
  wall.flipped.clear();
  find("backs").setAttribute("aria-pressed", String(wall.backs));
  renewAll();
}

export function setZoom(value) {
  wall.zoom = Math.min(6, Math.max(1, value));
  const range = find("looks").querySelector("input[type=range]");
  if (range) range.value = String(wall.zoom);
  arrange();
}
