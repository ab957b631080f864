// Sheets as they will print.

import { count, el, replace } from "./dom.js";
import { address } from "./pictures.js";
import { ask, store } from "./store.js";

const asked = {};
const SIDES = { fronts: "Fronts alone", duplex: "Both sides", fold: "To fold", backs: "Backs alone" };
const WIDE = 300;

export async function sheetsView(node) {
  if (!node.querySelector(".sheets")) replace(node, el("p", { class: "loading", text: "Placing pieces on sheets…" }));
  const found = await ask("/api/sheets", store.edition, asked);
  if (document.body.dataset.view !== "sheets") return;
  if (found.refused && !found.sheets?.length) {
    replace(node, el("p", { class: "empty", text: found.refused }));
    return;
  }
  const change = (name) => (event) => {
    asked[name] = event.currentTarget.value;
    sheetsView(node).catch((error) => replace(node, el("p", { class: "refused", text: error.message })));
  };
  replace(node, el("section", { "aria-label": "Sheets" },
    el("div", { class: "papers" },
      select("Paper", found.papers, found.paper, change("paper"), (each) => each),
      select("Sides", found.sides, asked.sides ?? "fronts", change("sides"), (each) => SIDES[each] || each),
      select("Marks", found.marks, asked.marks ?? "edges", change("marks"), (each) => `Marks: ${each}`),
      el("p", { class: "quiet-text check", text: `${count(found.pages, "page")} on ${count(found.leaves, "sheet")} of paper` })),
    el("div", { class: "sheets" }, found.sheets.map(sheet))));
}

function select(title, options, value, change, named) {
  return el("select", { "aria-label": title, title, onchange: change }, options.map((each) =>
    el("option", { value: each, selected: each === value, text: named(each) })));
}

function sheet(each) {
  const image = el("img", { loading: "lazy", alt: `Sheet ${each.label}: ${each.title}`, src: address(each.digest, WIDE) });
  image.width = WIDE;
  image.height = Math.round((WIDE * each.h) / each.w);
  return el("figure", { class: "sheet" }, image, el("figcaption", { text: each.title ? `${each.label} · ${each.title}` : each.label }));
}
