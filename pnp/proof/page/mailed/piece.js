// One piece: its faces large, its words with their sizes and beside the source, what is wrong, and a remark.

import { el, find, points, replace } from "../dom.js";
import { listing } from "../problems.js";
import { box, fit } from "./remarks.js";
import { problemsOf, store } from "./store.js";
import { buttonOf, componentOf, faceOf, shownLabels } from "./wall.js";

let opened = "";

export function open(label) {
  opened = label;
  const dialog = find("piece");
  fill(dialog);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTo(0, 0);
  fit(dialog.querySelector("textarea"));
  find("piece-title").focus({ preventScroll: true });
}

export function beginPiece() {
  const dialog = find("piece");
  dialog.addEventListener("close", () => {
    const button = buttonOf(opened);
    button?.scrollIntoView({ block: "nearest" });
    button?.focus({ preventScroll: true });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.target.matches("textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n" || event.key === "ArrowRight") step(1);
    if (event.key === "p" || event.key === "ArrowLeft") step(-1);
  });
}

function step(by) {
  const shown = shownLabels();
  const next = shown[shown.indexOf(opened) + by];
  if (next) open(next);
}

function fill(dialog) {
  const piece = store.pieces[opened];
  const of = componentOf(opened);
  const shown = shownLabels();
  const at = shown.indexOf(opened);
  const problems = problemsOf(opened);
  replace(dialog,
    el("div", { class: "piece-bar" },
      el("div", { class: "piece-name" },
        el("h2", { id: "piece-title", tabindex: "-1", lang: store.about.language, text: piece.name }),
        el("p", { class: "place", text: `${piece.place} · ${piece.label}` })),
      el("span", { class: "quiet-text", text: `${at + 1} of ${shown.length}` }),
      turner("‹", "Previous piece", -1, at > 0),
      turner("›", "Next piece", 1, at < shown.length - 1),
      el("button", { type: "button", class: "quiet step", "aria-label": "Close", text: "×", onclick: () => dialog.close() })),
    el("div", { class: "piece-body" },
      el("div", { class: "piece-faces" }, facesOf(piece, of)),
      el("div", { class: "piece-said" },
        el("h3", { text: "Remark" }), box(opened, `Remark on ${piece.name}`, 3),
        problems.length ? [el("h3", { text: "Problems" }), listing(problems)] : null,
        piece.words.length ? [el("h3", { text: "Words" }), wordsOf(piece)] : null)));
}

function turner(sign, title, by, isThere) {
  return el("button", { type: "button", class: "quiet step", "aria-label": title, disabled: !isThere, text: sign, onclick: () => step(by) });
}

function facesOf(piece, of) {
  const found = [];
  const width = Math.round(Math.min(Math.max(of.w * 3.9, 96), 620));
  piece.leaves.forEach((leaf, number) => {
    const page = piece.leaves.length > 1 ? `Page ${number + 1}` : "";
    for (const [side, title] of [["front", page || "Front"], ["back", page ? `${page}, back` : "Back"]]) {
      if (!leaf[side]) continue;
      const source = piece.sources[number]?.[side];
      if (!source) found.push(figure(of, leaf[side], width, title, store.about.language));
      else if (source.digest === leaf[side].digest) found.push(figure(of, source, width, `${title} · ${store.about.source}, ${store.about.language}`, ""));
      else {
        found.push(figure(of, source, width, `${title} · ${store.about.source}`, store.about.source));
        found.push(figure(of, leaf[side], width, `${title} · ${store.about.language}`, store.about.language));
      }
    }
  });
  return found.length ? found : el("p", { class: "empty", text: "Not drawn: see its problems." });
}

function figure(of, side, width, title, language) {
  const frame = faceOf(of, side, width);
  frame.querySelector("img")?.setAttribute("alt", `${title}${language ? ` (${language})` : ""}`);
  return el("figure", {}, frame, el("figcaption", { class: "quiet-text", text: title }));
}

function wordsOf(piece) {
  return el("dl", { class: "words" }, piece.words.map((word) => el("div", { class: word.source ? "word pair" : "word" },
    el("dt", {}, el("span", { text: word.path }), el("span", { class: "place", text: word.place })),
    word.source ? spoken(word.source, store.about.source) : null,
    spoken(word.said, store.about.language))));
}

function spoken(said, language) {
  const isShrunk = said.full - said.size > 0.005;
  const size = !said.size ? "" : isShrunk ? `${points(said.size).replace(" pt", "")} of ${points(said.full)}` : points(said.size);
  return el("dd", {},
    el("span", { class: "spoken", lang: language, dir: "auto", text: said.text }),
    size ? el("span", { class: isShrunk ? "flag shrunk" : "flag", text: size }) : null);
}
