// Plots of whatever the pieces say: horizontal bars, each of which leads to its pieces.

import { el, replace, svg } from "./dom.js";
import { ask, store } from "./store.js";

const LINE = 26;
const LEFT = 120;
const WIDE = 360;
const BESIDE = 56; // for a value beside its bar

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
  const most = Math.max(...shown.map((bar) => bar.value), 0);
  const least = Math.min(...shown.map((bar) => bar.value), 0);
  const left = least < 0 ? LEFT + BESIDE : LEFT;
  const scale = (WIDE - left - BESIDE) / (most - least || 1);
  const zero = left - least * scale;
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${shown.length * LINE}`, role: "list", "aria-label": title });
  if (least < 0) drawing.append(svg("line", { class: "zero", x1: zero, x2: zero, y1: 0, y2: shown.length * LINE }));
  shown.forEach((bar, number) => drawing.append(line(bar, number * LINE, zero, scale, search)));
  return el("section", { class: "plot" }, el("h3", { text: title }), el("p", { class: "quiet-text", text: about }), drawing);
}

// From the zero line to the right, or of what is less than zero to the left.
function line(bar, y, zero, scale, search) {
  const isLess = bar.value < 0;
  const long = bar.value ? Math.max(2, Math.abs(bar.value) * scale) : 0;
  const end = isLess ? zero - long : zero + long;
  const label = bar.label.length > 17 ? `${bar.label.slice(0, 16)}…` : bar.label;
  const leads = bar.query ? { tabindex: "0", role: "link", "data-query": bar.query } : { role: "listitem" };
  const group = svg("g", { ...leads, "aria-label": `${bar.label}: ${bar.value}` },
    svg("rect", { class: "ground", x: 0, y, width: WIDE, height: LINE, "fill-opacity": 0 }),
    svg("text", { x: LEFT - 10, y: y + 17, "text-anchor": "end", text: label }),
    svg("rect", { class: "bar", x: Math.min(zero, end), y: y + 4, width: long, height: LINE - 8, rx: 2 }),
    svg("text", { class: "value", x: end + (isLess ? -8 : 8), y: y + 17, "text-anchor": isLess ? "end" : "start", text: String(bar.value).replace("-", "−") }));
  if (bar.query) {
    group.addEventListener("click", () => search(bar.query));
    group.addEventListener("keydown", (event) => { if (event.key === "Enter") search(bar.query); });
    return svg("g", { role: "listitem" }, group);
  }
  return group;
}
