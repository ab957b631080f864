// Plots of whatever the pieces say: horizontal bars, each of which leads to its pieces.

import { el, replace, svg } from "./dom.js";
import { ask, store } from "./store.js";

const LINE = 26;
const LEFT = 120;
const WIDE = 360;

export async function statisticsView(node, _, search) {
  if (!node.querySelector(".plots")) replace(node, el("p", { class: "loading", text: "Counting…" }));
  const { edition } = store;
  const { plots } = await ask("/api/statistics", edition);
  if (document.body.dataset.view !== "statistics") return;
  const grid = el("div", { class: "plots" }, plots.map((each) => plot(each, search)), el("p", { class: "loading", text: "Measuring ink…" }));
  replace(node, el("section", { "aria-label": "Statistics" }, grid));
  const more = await ask("/api/ink", edition);
  grid.lastElementChild.remove();
  grid.append(...more.plots.map((each) => plot(each, search)));
}

function plot({ title, about, bars }, search) {
  const shown = bars.slice(0, 24);
  const most = Math.max(...shown.map((bar) => bar.value), 0) || 1;
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${shown.length * LINE}`, role: "list", "aria-label": title });
  shown.forEach((bar, number) => drawing.append(line(bar, number * LINE, most, search)));
  return el("section", { class: "plot" }, el("h3", { text: title }), el("p", { class: "quiet-text", text: about }), drawing);
}

function line(bar, y, most, search) {
  const room = WIDE - LEFT - 56;
  const long = Math.max(bar.value > 0 ? 2 : 0, (Math.max(bar.value, 0) / most) * room);
  const label = bar.label.length > 17 ? `${bar.label.slice(0, 16)}…` : bar.label;
  const leads = bar.query ? { tabindex: "0", role: "link", "data-query": bar.query } : { role: "listitem" };
  const group = svg("g", { ...leads, "aria-label": `${bar.label}: ${bar.value}` },
    svg("rect", { class: "ground", x: 0, y, width: WIDE, height: LINE, "fill-opacity": 0 }),
    svg("text", { x: LEFT - 10, y: y + 17, "text-anchor": "end", text: label }),
    svg("rect", { x: LEFT, y: y + 4, width: long, height: LINE - 8, rx: 2 }),
    svg("text", { class: "value", x: LEFT + long + 8, y: y + 17, text: String(bar.value) }));
  if (bar.query) {
    group.addEventListener("click", () => search(bar.query));
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") search(bar.query); });
    return svg("g", { role: "listitem" }, group);
  }
  return group;
}
