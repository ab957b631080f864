// The wall: all pieces by component. Only the rows that can be seen are there; so five thousand pieces scroll as fifty do.

import { count, el, find, replace } from "./dom.js";
import { CHIPS, is, matcher, whyNothing } from "./filters.js";
import { overlay, show } from "./pictures.js";
import { component, listen, problemsOf, store, worst } from "./store.js";

const GAP = 16;
const CAPTION = 42;
const HEAD = 50;
const BEYOND = 600; // pixels above and below the window that are there, too
const REST = 80; // milliseconds without scrolling, after which pictures are asked for
const LARGEST = 110; // mm; what is larger is shown smaller

export const wall = { zoom: 2.4, query: "", flags: new Set(), backs: false, flipped: new Set(), at: "", open: () => {} };

let rows = [];
let shown = [];
const there = new Map();
let waiting = false;
let resting = 0;
let main;
let space;

export function beginWall() {
  main = find("main");
  space = el("div", { class: "space" });
  replace(main, space);
  window.addEventListener("scroll", later, { passive: true });
  new ResizeObserver(() => arrange()).observe(main);
  listen((news) => {
    if (news.isNew || news.isOrdered || wall.query || wall.flags.size) arrange();
    else for (const label of news.changed) renew(label);
  });
}

function later() {
  clearTimeout(resting);
  resting = setTimeout(rest, REST);
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

// Whoever scrolls past thousands of pieces wants to see those at which that ends.
function rest() {
  resting = 0;
  for (const image of space.querySelectorAll("img[data-later]")) {
    show(image, image.dataset.later, image.width);
    delete image.dataset.later;
  }
}

export function matching() {
  return shown;
}

// Places for all that is meant; the piece that is opened stays where it is, or what was on the screen.
export function arrange() {
  if (!store.about || main.hidden || !main.contains(space)) return;
  const anchor = anchored();
  const focused = space.contains(document.activeElement) ? document.activeElement.dataset.label : "";
  const match = matcher(wall.query, wall.flags);
  const width = space.clientWidth;
  const phone = width < 480;
  rows = [];
  shown = [];
  const line = { y: 0, x: 0, bottom: 0 };
  for (const each of store.components) {
    const labels = (store.order[each.id] || []).filter((label) => match(store.pieces[label]));
    if (labels.length) place(each, labels, width, line);
    shown.push(...labels);
  }
  const y = line.bottom;
  space.style.height = `${y}px`;
  if (!shown.includes(wall.at)) wall.at = shown[0] || "";
  clear();
  if (!shown.length) space.append(nothing());
  if (anchor) hold(anchor);
  draw();
  if (focused) buttonOf(focused)?.focus({ preventScroll: true });
  tellCounts();
}

// A component's heading and rows; those that need less than a line share one.
function place(each, labels, width, line) {
  let scale = wall.zoom * Math.min(1, LARGEST / Math.max(each.w, each.h));
  if (width < 480) scale = (width - GAP) / 2 / Math.max(each.w, 40);
  scale = Math.min(scale, width / each.w);
  const cell = { w: Math.round(each.w * scale), h: Math.round(each.h * scale) };
  const wide = Math.max(cell.w, 96);
  const across = Math.max(1, Math.floor((width + GAP) / (wide + GAP)));
  const takes = Math.min(labels.length, across) * (wide + GAP) - GAP;
  const isShort = labels.length <= across;
  if (!line.x || !isShort || line.x + takes > width) Object.assign(line, { x: 0, y: line.bottom });
  const { x } = line;
  let { y } = line;
  rows.push({ x, y, height: HEAD, head: each, count: labels.length, takes: isShort ? takes : width });
  y += HEAD;
  for (let first = 0; first < labels.length; first += across) {
    const height = cell.h + CAPTION;
    const some = labels.slice(first, first + across);
    rows.push({ x, y, height, labels: some, first, of: labels.length, cell, wide, across, component: each });
    y += height + GAP;
  }
  line.bottom = Math.max(line.bottom, y);
  line.x = isShort ? x + takes + (width < 480 ? GAP : 3 * GAP) : width;
}

function nothing() {
  const why = Object.keys(store.pieces).length ? whyNothing(wall.query) : "This edition has no pieces.";
  return el("p", { class: "empty", text: why });
}

function clear() {
  there.clear();
  space.replaceChildren();
}

function anchored() {
  const top = window.scrollY - offset();
  if (top <= 0 && !wall.opened) return null;
  const seen = rows.filter((each) => each.labels && each.y + each.height > top && each.y < top + window.innerHeight);
  const chosen = wall.opened || wall.at;
  const row = seen.find((each) => each.labels.includes(chosen));
  if (row) return { label: chosen, by: row.y - top };
  return seen.length ? { label: seen[0].labels[0], by: seen[0].y - top } : null;
}

function hold(anchor) {
  const row = rows.find((each) => each.labels && each.labels.includes(anchor.label));
  if (row) window.scrollTo(0, row.y - anchor.by + offset());
}

const offset = () => space.getBoundingClientRect().top + window.scrollY;

function draw() {
  if (main.hidden || !space.isConnected) return;
  const from = window.scrollY - offset() - BEYOND;
  const to = from + window.innerHeight + 2 * BEYOND;
  const wanted = new Set(rows.filter((row) => row.y < to && row.y + row.height > from));
  for (const [row, node] of there) {
    if (!wanted.has(row) && !node.contains(document.activeElement)) {
      node.remove();
      there.delete(row);
    }
  }
  for (const row of wanted) {
    if (there.has(row)) continue;
    const node = row.head ? heading(row) : line(row);
    node.style.top = `${row.y}px`;
    node.style.left = `${row.x}px`;
    node.style.height = `${row.height}px`;
    if (row.takes) node.style.width = `${row.takes}px`;
    there.set(row, node);
    const place = rows.indexOf(row);
    const next = rows.slice(place + 1).find((each) => there.has(each));
    space.insertBefore(node, next ? there.get(next) : null);
  }
}

function heading(row) {
  const title = el("h2", { text: row.head.title });
  return el("div", { class: "row head" }, title, el("span", { class: "quiet-text", text: String(row.count) }));
}

function line(row) {
  const cells = row.labels.map((label, number) => cell(row, label, number));
  return el("div", { class: "row", role: "list", "aria-label": row.component.title }, cells);
}

function cell(row, label, number) {
  const node = el("div", {
    class: "cell",
    role: "listitem",
    "aria-setsize": row.of,
    "aria-posinset": row.first + number + 1,
  });
  node.style.width = `${row.wide}px`;
  const button = el("button", { type: "button", class: "piece", "data-label": label });
  button.addEventListener("click", () => wall.open(label));
  button.addEventListener("focus", () => {
    wall.at = label;
  });
  const image = el("img", { alt: "", draggable: "false", decoding: "async" });
  const frame = el("span", { class: row.component.is_round ? "face cut-out" : "face" }, image);
  frame.style.width = `${row.cell.w}px`;
  frame.style.height = `${row.cell.h}px`;
  button.append(frame, el("span", { class: "caption" }));
  node.append(button);
  fill(button, label, row);
  return node;
}

export function sideOf(piece, leaf = 0) {
  const { front, back } = piece.leaves[leaf] || {};
  const isTurned = wall.backs !== wall.flipped.has(piece.label);
  return isTurned && back ? back : front;
}

function fill(button, label, row) {
  const piece = store.pieces[label];
  const problems = problemsOf(label);
  const rank = worst(problems);
  const side = sideOf(piece);
  const frame = button.querySelector(".face");
  const image = frame.querySelector("img");
  image.width = row.cell.w;
  if (side && resting && !image.getAttribute("src")) image.dataset.later = side.digest;
  else if (side) {
    delete image.dataset.later;
    show(image, side.digest, row.cell.w);
  }
  frame.querySelector(".over")?.remove();
  const over = overlay(row.component, side);
  if (over) frame.append(over);
  const marks = [];
  if (rank) marks.push(el("span", { class: `mark ${rank}`, title: count(problems.length, "problem") }));
  for (const flag of piece.flags.filter((each) => each !== "shrunk")) marks.push(el("span", { class: `flag ${flag}`, text: flag }));
  const about = [piece.copies > 1 ? `×${piece.copies}` : "", piece.leaves.length > 1 ? `${piece.leaves.length} pages` : ""];
  const told = about.filter(Boolean).join(" · ");
  replace(
    button.querySelector(".caption"),
    el("span", { class: "name", text: piece.name }),
    el("span", { class: "marks" }, marks, told ? el("span", { class: "quiet-text", text: told }) : null),
  );
  const said = [piece.name, row.component.title, ...piece.flags, told, rank ? count(problems.length, "problem") : ""];
  button.setAttribute("aria-label", said.filter(Boolean).join(", "));
  button.classList.toggle("is-open", label === wall.opened);
  button.tabIndex = label === wall.at ? 0 : -1;
}

export function renew(label) {
  const button = buttonOf(label);
  if (!button || !store.pieces[label]) return;
  const row = [...there].find(([, node]) => node.contains(button))[0];
  fill(button, label, { ...row, component: component(row.component.id) });
}

export function renewAll() {
  for (const button of space.querySelectorAll("button.piece")) renew(button.dataset.label);
}

export const buttonOf = (label) => space.querySelector(`button[data-label="${CSS.escape(label)}"]`);

export function reach(label, focus = true) {
  const row = rows.find((each) => each.labels && each.labels.includes(label));
  if (!row) return;
  const before = buttonOf(wall.at);
  wall.at = label;
  const bar = find("bar").offsetHeight;
  const top = row.y + offset();
  if (top < window.scrollY + bar) window.scrollTo(0, top - bar - GAP);
  else if (top + row.height > window.scrollY + window.innerHeight) window.scrollTo(0, top + row.height - window.innerHeight + GAP);
  draw();
  if (before) before.tabIndex = -1;
  const button = buttonOf(label);
  if (!button) return;
  button.tabIndex = 0;
  if (focus) button.focus({ preventScroll: true });
}

export function neighbour(label, key) {
  const at = rows.findIndex((each) => each.labels && each.labels.includes(label));
  if (at < 0) return shown[0];
  const place = shown.indexOf(label);
  if (key === "ArrowRight") return shown[Math.min(place + 1, shown.length - 1)];
  if (key === "ArrowLeft") return shown[Math.max(place - 1, 0)];
  if (key === "Home") return shown[0];
  if (key === "End") return shown.at(-1);
  const column = rows[at].labels.indexOf(label);
  const step = key === "ArrowDown" ? 1 : -1;
  for (let next = at + step; rows[next]; next += step) {
    if (rows[next].labels) return rows[next].labels[Math.min(column, rows[next].labels.length - 1)];
  }
  return label;
}

function tellCounts() {
  const all = Object.values(store.pieces);
  for (const [flag] of CHIPS) {
    const chip = document.querySelector(`[data-flag="${flag}"]`);
    if (!chip) continue;
    const number = all.filter((piece) => is(piece, flag)).length;
    chip.querySelector(".number").textContent = number;
    chip.hidden = !number && !wall.flags.has(flag);
  }
}

listen(() => main && tellCounts());
