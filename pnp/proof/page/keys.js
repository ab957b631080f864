// Everything by keyboard.

import { el, find, replace } from "./dom.js";
import { setZoom, turnAll } from "./switches.js";
import { neighbour, reach, renew, wall } from "./wall.js";

const KEYS = [
  ["/", "search"],
  ["← ↑ ↓ →", "from piece to piece"],
  ["Enter", "open a piece"],
  ["Esc", "close, or leave the search"],
  ["F", "turn the piece over; Shift+F turns all"],
  ["E", "edit its first text; Tab goes to the next"],
  ["Ctrl+Enter", "save a text"],
  ["Ctrl+Z", "undo what was saved last; Ctrl+Shift+Z or Ctrl+Y redoes it"],
  ["N, P", "next and previous piece"],
  ["+ −", "zoom"],
  ["?", "this list"],
];
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

export function beginKeys(doing) {
  find("help-button").addEventListener("click", help);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const target = event.target;
    const isTyping = target.matches("input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select");
    if (event.key === "Escape") {
      escape(target, doing);
      return;
    }
    if (isTyping || find("help").open) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      const way = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
      if (way) {
        event.preventDefault();
        doing.step(way);
      }
      return;
    }
    if (ARROWS.includes(key) && (target.matches("button.piece") || target === document.body || target.id === "main")) {
      event.preventDefault();
      reach(neighbour(wall.at, key));
    } else if (key === "/") {
      event.preventDefault();
      doing.show("pieces").then(() => find("search").focus());
    } else if (key === "?") help();
    else if (key === "f") turn(event.shiftKey);
    else if (key === "e") edit(doing, event);
    else if (key === "n" || key === "p") step(key, doing);
    else if (key === "+" || key === "=") setZoom(wall.zoom + 0.4);
    else if (key === "-") setZoom(wall.zoom - 0.4);
  });
}

function escape(target, doing) {
  if (find("help").open) return;
  const open = document.querySelector("details.menu[open]");
  if (open) {
    open.open = false;
    open.querySelector("summary").focus();
  } else if (target.id === "search") reach(wall.at);
  else if (wall.opened) doing.leave();
}

function turn(all) {
  if (all) {
    turnAll();
    return;
  }
  const label = wall.opened || wall.at;
  if (!wall.flipped.delete(label)) wall.flipped.add(label);
  renew(label);
}

async function edit(doing, event) {
  event.preventDefault();
  const label = wall.opened || wall.at;
  if (!label) return;
  if (!wall.opened) await doing.open(label);
  find("panel").querySelector("[data-edit]")?.click();
}

function step(key, doing) {
  const next = neighbour(wall.opened || wall.at, key === "n" ? "ArrowRight" : "ArrowLeft");
  if (wall.opened) doing.open(next);
  else reach(next);
}

function help() {
  const dialog = find("help");
  replace(dialog,
    el("h2", { id: "help-title", text: "Keys" }),
    el("dl", { class: "keys" }, KEYS.flatMap(([key, does]) => [el("dt", {}, el("kbd", { text: key })), el("dd", { text: does })])),
    el("p", { text: "On a Mac, Cmd works as Ctrl." }),
    el("p", { text: "Search: words, field:value, is:changed, is:problem, is:shrunk, has:field, code:PNP350, -without." }),
    el("form", { method: "dialog" }, el("button", { type: "submit", text: "Close" })));
  dialog.showModal();
}
