// All pieces by component, each with its remark below it.

import { count, el, find } from "../dom.js";
import { matcher, whyNothing } from "../filters.js";
import { box, fit } from "./remarks.js";
import { component, order, picture, problemsOf, store, worst } from "./store.js";

const ZOOM = 3.6; // pixels a millimetre
const LARGEST = 300;
const SMALLEST = 72;

export const wall = { query: "", component: "", flags: new Set(), open: () => {} };

const cells = new Map();
const sections = new Map();

export const shownLabels = () => order.filter((label) => !cells.get(label).hidden);

export const buttonOf = (label) => cells.get(label)?.querySelector("button.piece");

export function beginWall() {
  for (const each of store.components) {
    const labels = order.filter((label) => store.pieces[label].component === each.id);
    const number = el("span", { class: "quiet-text" });
    const list = el("div", { class: "cells", role: "list", "aria-label": each.title }, labels.map((label) => cell(each, label)));
    const section = el("section", {}, el("h2", {}, el("span", { text: each.title, lang: store.about.language }), number), list);
    sections.set(each.id, { section, number, labels });
    find("main").append(section);
  }
  find("main").append(el("p", { id: "none", class: "empty" }));
  arrange();
  for (const label of order) fit(cells.get(label).querySelector("textarea"));
}

function cell(of, label) {
  const piece = store.pieces[label];
  const node = el("div", { class: "cell", role: "listitem" });
  const wide = shownWidth(of);
  node.style.width = `${Math.max(wide, 220)}px`;
  const button = el("button", { type: "button", class: "piece", "data-label": label, onclick: () => wall.open(label) });
  const front = piece.leaves[0]?.front;
  button.append(faceOf(of, front, wide), caption(piece));
  button.setAttribute("aria-label", said(piece, of));
  node.append(button, el("p", { class: "place", title: piece.place, text: piece.place.split("/").at(-1) }), box(label, `Remark on ${piece.name}`));
  cells.set(label, node);
  return node;
}

function shownWidth(of) {
  const most = of.w >= of.h ? LARGEST : Math.min(LARGEST, (LARGEST * 1.15 * of.w) / of.h);
  return Math.round(Math.min(most, Math.max(of.w * ZOOM, SMALLEST)));
}

export function faceOf(of, side, width) {
  const frame = el("span", { class: of.is_round ? "face cut-out" : "face" });
  frame.style.width = `${width}px`;
  frame.style.aspectRatio = `${of.w} / ${of.h}`;
  const url = side ? picture(side.digest) : "";
  if (url) frame.append(el("img", { src: url, alt: "", loading: "lazy", decoding: "async", draggable: "false" }));
  else frame.append(el("span", { class: "undrawn", text: "Not drawn: see its problems" }));
  return frame;
}

function caption(piece) {
  const problems = problemsOf(piece.label);
  const rank = worst(problems);
  const told = [piece.id, piece.copies > 1 ? `×${piece.copies}` : "", piece.leaves.length > 1 ? `${piece.leaves.length} pages` : ""];
  return el("span", { class: "caption" },
    el("span", { class: "name", lang: store.about.language, text: piece.name }),
    el("span", { class: "marks" },
      el("span", { class: "quiet-text", text: told.filter(Boolean).join(" · ") }),
      rank ? el("span", { class: `mark ${rank}` }) : null,
      rank ? el("span", { class: "flag", text: count(problems.length, "problem") }) : null,
      piece.flags.filter((flag) => flag !== "remarked").map((flag) => el("span", { class: `flag ${flag}`, text: flag }))));
}

function said(piece, of) {
  const problems = problemsOf(piece.label);
  const parts = [piece.name, of.title, ...piece.flags.filter((flag) => flag !== "remarked")];
  if (problems.length) parts.push(count(problems.length, "problem"));
  return parts.join(", ");
}

export function arrange() {
  const isMeant = matcher(wall.query, wall.flags);
  let all = 0;
  for (const { section, number, labels } of sections.values()) {
    let shown = 0;
    for (const label of labels) {
      const piece = store.pieces[label];
      const isShown = (!wall.component || piece.component === wall.component) && isMeant(piece);
      cells.get(label).hidden = !isShown;
      if (isShown) shown += 1;
    }
    section.hidden = !shown;
    number.textContent = String(shown);
    all += shown;
  }
  find("none").hidden = all > 0;
  find("none").textContent = whyNothing(wall.query);
  return all;
}

export const componentOf = (label) => component(store.pieces[label].component);
