// A game to look through without pnp: begins everything, and says what each key does.

import { count, el, find } from "../dom.js";
import { CHIPS, is } from "../filters.js";
import { problemsView } from "../problems.js";
import { beginPiece, open } from "./piece.js";
import { beginRemarks, listen } from "./remarks.js";
import { store } from "./store.js";
import { arrange, beginWall, shownLabels, wall } from "./wall.js";

const FLAGS = [...CHIPS, ["remarked", "With remarks"]];

function describe() {
  const { title, version, language, source, ink, modules } = store.about;
  find("title").textContent = title;
  find("title").lang = language;
  document.title = `${title} – for remarks`;
  const languages = language === source ? language : `${source} → ${language}`;
  const parts = [version, languages, `${ink} ink`, ...modules].filter(Boolean);
  find("about").textContent = parts.join(" · ");
}

function drawChips() {
  for (const [flag, title] of FLAGS) {
    find("chips").append(el("button", {
      type: "button",
      class: "chip",
      "data-flag": flag,
      "aria-pressed": "false",
      onclick: (event) => {
        const isOn = !wall.flags.delete(flag);
        if (isOn) wall.flags.add(flag);
        event.currentTarget.setAttribute("aria-pressed", String(isOn));
        look();
      },
    }, el("span", { text: title }), el("span", { class: "number" })));
  }
}

function tellCounts() {
  const pieces = Object.values(store.pieces);
  for (const [flag] of FLAGS) {
    const chip = find("chips").querySelector(`[data-flag="${flag}"]`);
    const number = pieces.filter((piece) => is(piece, flag)).length;
    chip.querySelector(".number").textContent = number;
    chip.hidden = !number && !wall.flags.has(flag);
  }
}

function look() {
  find("said").textContent = `${count(arrange(), "piece")} shown`;
}

function drawComponents() {
  const select = find("component");
  select.append(el("option", { value: "", text: "All components" }));
  for (const each of store.components) select.append(el("option", { value: each.id, text: each.title }));
  select.hidden = store.components.length < 2;
  select.addEventListener("change", () => {
    wall.component = select.value;
    look();
  });
}

function drawProblems() {
  const number = store.problems.length;
  find("problems").hidden = !number;
  find("problems-title").textContent = count(number, "problem");
  if (number) find("problems").append(problemsView(open));
}

function beginKeys() {
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, textarea, select") || find("piece").open;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      find("search").focus();
    } else if (event.key === "Escape" && event.target.id === "search") {
      find("main").querySelector(".cell:not([hidden]) button.piece")?.focus();
    }
  });
}

describe();
drawChips();
drawComponents();
drawProblems();
beginRemarks();
beginWall();
beginPiece();
beginKeys();
wall.open = open;
listen(tellCounts);
tellCounts();
find("search").addEventListener("input", (event) => {
  wall.query = event.currentTarget.value.trim();
  look();
});
find("number").textContent = count(shownLabels().length, "piece");
