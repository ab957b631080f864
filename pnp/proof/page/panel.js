// One piece: its faces large, what it says and where, what is wrong, and how the other languages have it.

import { begin, beginEditing, finish, hold, keep } from "./editing.js";
import { count, el, find, points, replace } from "./dom.js";
import { overlay, show } from "./pictures.js";
import { listing } from "./problems.js";
import { ask, component, listen, problemsOf, store, whenLeaving } from "./store.js";
import { renew, wall } from "./wall.js";

const MANY = 4; // languages that nobody waits for
const WIDE = 300; // pixels of a face
let asked = 0;

export function beginPanel() {
  beginEditing({ root: find("panel"), faces: draft, renew: refresh });
  whenLeaving(() => {
    asked += 1;
    replace(find("panel"), closing(), el("p", { class: "loading", text: "Opening…" }));
  });
  listen((news) => {
    if (wall.opened && (news.isNew || news.changed.has(wall.opened))) refresh();
  });
}

export async function open(label, then) {
  if (!(await finish())) return;
  const before = wall.opened;
  wall.opened = label;
  if (before) renew(before);
  renew(label);
  find("panel").hidden = false;
  document.body.classList.add("has-panel");
  if (before !== label) {
    replace(find("panel"), bar(store.pieces[label]), el("p", { class: "loading", text: "Opening…" }));
    find("panel").scrollTo(0, 0);
  }
  await refresh();
  then?.();
}

export async function close() {
  if (!(await finish())) return null;
  const label = wall.opened;
  wall.opened = "";
  find("panel").hidden = true;
  document.body.classList.remove("has-panel");
  if (label) renew(label);
  return label;
}

async function refresh() {
  const label = wall.opened;
  const number = (asked += 1);
  if (!store.pieces[label]) {
    replace(find("panel"), el("p", { class: "empty", text: "This piece is gone." }), closing());
    return;
  }
  try {
    const { edition } = store;
    const about = await ask("/api/piece", edition, { label });
    if (number === asked && wall.opened === label && store.edition === edition) draw({ ...about, edition });
  } catch (error) {
    if (number === asked) replace(find("panel"), bar(store.pieces[label]), el("p", { class: "refused", text: error.message }));
  }
}

function bar(piece) {
  const kind = component(piece.component);
  const about = [kind.title, piece.copies > 1 ? `${piece.copies} copies` : "", piece.id].filter(Boolean).join(" · ");
  return el("div", { class: "panel-bar" },
    el("div", {}, el("h2", { id: "panel-title", tabindex: "-1", text: piece.name }), el("p", { class: "quiet-text", text: about })),
    closing());
}

function closing() {
  return el("button", {
    class: "quiet close",
    type: "button",
    "aria-label": "Close",
    title: "Close (Esc)",
    text: "×",
    onclick: () => document.dispatchEvent(new CustomEvent("leave")),
  });
}

// What is being typed stays: around it everything is new.
function draw(about) {
  const piece = store.pieces[about.label];
  const panel = find("panel");
  const top = panel.scrollTop;
  const typed = keep(about);
  const path = panel.contains(document.activeElement) ? document.activeElement.dataset.edit : "";
  const field = () => (path ? panel.querySelector(`[data-edit="${CSS.escape(path)}"]`) : typed?.node);
  const open = [...panel.querySelectorAll("details[open]")].map((each) => each.dataset.name);
  hold(panel, field(), field, () => {
    replace(panel, bar(piece), faces(piece, about), problems(piece), data(about, typed), languages(about, piece));
    for (const each of panel.querySelectorAll("details")) if (open.includes(each.dataset.name)) each.open = true;
    panel.scrollTop = top;
    panel.classList.toggle("is-editing", typed !== null);
    typed?.focus();
  });
  if (path) field()?.focus({ preventScroll: true });
}

// How it would look with what is being typed.
function draft(label, leaves) {
  const node = find("faces");
  if (!node || wall.opened !== label) return;
  const shown = leaves.flatMap((leaf) => [leaf.front, leaf.back]).filter(Boolean);
  const frames = [...node.children];
  if (frames.length !== shown.length) replace(node, facesOf(leaves, component(store.pieces[label].component), WIDE, store.pieces[label].name));
  else {
    const kind = component(store.pieces[label].component);
    shown.forEach((side, number) => {
      const frame = frames[number];
      show(frame.querySelector("img"), side.digest, widthOf(kind, WIDE));
      frame.querySelector(".over")?.remove();
      const over = overlay(kind, side);
      if (over) frame.append(over);
    });
  }
}

function faces(piece, about) {
  const kind = component(piece.component);
  const frames = facesOf(piece.leaves, kind, WIDE, piece.name);
  const editable = new Set(store.readOnly ? [] : about.data.filter((datum) => datum.editable).map((datum) => datum.path));
  const sides = piece.leaves.flatMap((leaf) => [leaf.front, leaf.back]).filter(Boolean);
  sides.forEach((side, number) => {
    for (const text of side.texts) if (editable.has(text[0])) frames[number].append(spot(text, kind));
  });
  return el("div", { class: "faces", id: "faces", tabindex: "0", role: "group", "aria-label": "Faces" }, frames);
}

// A text on a face leads to its field.
function spot([path, x, y, width, height], kind) {
  const node = el("span", { class: "spot", title: `Edit ${path}`, onclick: () => find("panel").querySelector(`[data-edit="${CSS.escape(path)}"]`)?.click() });
  Object.assign(node.style, { left: `${(100 * x) / kind.w}%`, top: `${(100 * y) / kind.h}%`, width: `${(100 * width) / kind.w}%`, height: `${(100 * height) / kind.h}%` });
  return node;
}

const widthOf = (kind, wide) => Math.round(Math.min(wide, kind.w * 5));

export function facesOf(leaves, kind, wide, name) {
  const width = widthOf(kind, wide);
  const shown = leaves.flatMap((leaf) => [leaf.front, leaf.back]).filter(Boolean);
  return shown.map((side) => {
    const image = el("img", { alt: `${name}: ${side.label}`, draggable: "false" });
    const frame = el("span", { class: kind.is_round ? "face cut-out" : "face" }, image);
    frame.style.width = `${width}px`;
    frame.style.aspectRatio = `${kind.w} / ${kind.h}`;
    show(image, side.digest, width);
    const over = overlay(kind, side);
    if (over) frame.append(over);
    return frame;
  });
}

function problems(piece) {
  const found = problemsOf(piece.label);
  if (!found.length) return el("p", { class: "fine", text: store.settled ? "Nothing is wrong with it." : "Being checked…" });
  return el("section", { "aria-label": "Problems" }, el("h3", { text: count(found.length, "problem") }), listing(found));
}

function data(about, typed) {
  const sizes = about.languages.find((each) => each.language === about.language)?.texts || {};
  const rows = about.data.map((datum) => row(about, datum, sizes[datum.path], typed));
  return el("section", { "aria-label": "Data" },
    el("h3", {}, "Data ", el("span", { class: "place", text: about.place })),
    el("div", { class: "data" }, rows),
    about.templates.length ? el("p", { class: "quiet-text" }, "Look: ", el("span", { class: "place", text: about.templates.join(", ") })) : null);
}

function row(about, datum, size, typed) {
  const says = typed?.path === datum.path ? typed.node : value(about, datum);
  const notes = [];
  if (size?.size) {
    const now = points(size.size);
    notes.push(size.shrunk ? el("span", { class: "flag shrunk", text: `${now} of ${points(size.full)}` }) : el("span", { text: now }));
  }
  if (datum.type === "text" && typeof datum.printed === "string") notes.push(el("span", { text: `${[...datum.printed].length} characters` }));
  if (datum.whyNot && !store.readOnly) notes.push(el("span", { text: datum.whyNot }));
  if (datum.isFuzzy) notes.push(el("span", { class: "flag untranslated", text: "fuzzy" }));
  if (datum.editable && about.language !== about.source && datum.translatable) {
    notes.push(datum.isTranslated ? el("span", { text: "translated" }) : el("span", { class: "flag untranslated", text: "untranslated" }));
  }
  return el("div", { class: "datum", "data-path": datum.path },
    el("div", { class: "datum-name" }, el("span", { text: datum.path }), el("span", { class: "place", text: datum.place })),
    el("div", { class: "datum-value" }, says, notes.length ? el("p", { class: "notes" }, notes) : null));
}

function value(about, datum) {
  if (!datum.editable || store.readOnly) return el("span", { class: "plain", dir: "auto", text: String(datum.value) });
  return el("button", {
    type: "button",
    class: "text",
    dir: "auto",
    title: "Edit (E)",
    "data-edit": datum.path,
    text: String(datum.value) || "—",
    onclick: (event) => begin(about, datum, event.currentTarget),
  });
}

// The source is there at once; others are drawn when somebody wants to see them, or at once where they are few.
function languages(about, piece) {
  const there = about.languages.filter((each) => each.language !== about.language);
  if (!there.length && !about.others.length) return null;
  const shown = there.map((other) => el("details", { "data-name": other.language }, inLanguage(about, piece, other)));
  const later = about.others.map((tag) => {
    const node = el("details", { "data-name": tag }, el("summary", { text: languageName(tag) }));
    const ask = () => fetchLanguage(about, piece, tag, node);
    if (about.others.length < MANY) ask();
    else node.addEventListener("toggle", () => node.open && ask(), { once: true });
    return node;
  });
  return el("section", { "aria-label": "Languages" }, el("h3", { text: "Languages" }), shown, later);
}

async function fetchLanguage(about, piece, tag, node) {
  try {
    replace(node, inLanguage(about, piece, await ask("/api/language", about.edition, { label: about.label, of: tag })));
  } catch (error) {
    node.append(el("p", { class: "refused", text: error.message }));
  }
}

function inLanguage(about, piece, other) {
  if (other.refused) return [el("summary", { text: languageName(other.language || "") }), el("p", { class: "refused", text: other.refused })];
  const kind = component(piece.component);
  return [
    el("summary", {}, el("span", { text: languageName(other.language) }), ratio(about, other)),
    el("div", { class: "faces" }, facesOf(other.leaves, kind, 220, `${piece.name}, ${other.language}`)),
    el("dl", {}, Object.entries(other.texts).flatMap(([path, text]) => [
      el("dt", { text: path }),
      el("dd", { lang: other.language, dir: "auto", text: String(text.says) },
        text.shrunk ? el("span", { class: "flag shrunk", text: `${points(text.size)} of ${points(text.full)}` }) : null),
    ])),
    ...other.problems.map((wrong) => el("p", { class: "wrong", text: wrong })),
  ];
}

const lengthOf = (texts) => Object.values(texts).reduce((sum, text) => sum + [...String(text.says)].length, 0);

function ratio(about, other) {
  const source = about.languages.find((each) => each.language === about.source);
  if (!source || other.language === about.source) return el("span", { class: "quiet-text", text: "source" });
  const share = Math.round((100 * lengthOf(other.texts)) / Math.max(1, lengthOf(source.texts)));
  return el("span", { class: "quiet-text", text: `${share} % of the source’s length` });
}

export function languageName(tag) {
  try {
    return `${new Intl.DisplayNames(["en"], { type: "language" }).of(tag)} (${tag})`;
  } catch {
    return tag;
  }
}
