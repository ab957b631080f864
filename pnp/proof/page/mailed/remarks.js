// Remarks as they are typed: kept in the browser, so that they are still there tomorrow, and saved as a file to mail back.

import { count, el, find } from "../dom.js";
import { order, store } from "./store.js";

export const WHOLE = ""; // of what a remark is that is about no single piece

const KEY = `pnp proof ${JSON.stringify([store.about.game, store.about.version, store.about.language])}`;
const kept = new Map();
const boxes = new Map();
const listeners = [];
let isSafe = true;
let isSaved = true;

export const remarkOf = (label) => kept.get(label) || "";

export const numberOfRemarks = () => kept.size;

export function listen(listener) {
  listeners.push(listener);
}

function remember(label, text) {
  if (text.trim()) kept.set(label, text);
  else kept.delete(label);
  const piece = store.pieces[label];
  if (piece) piece.flags = [...piece.flags.filter((flag) => flag !== "remarked"), ...(kept.has(label) ? ["remarked"] : [])];
}

function readKept() {
  let found = [];
  try {
    found = JSON.parse(window.localStorage.getItem(KEY) || "[]");
  } catch {
    isSafe = false;
  }
  if (!Array.isArray(found)) return;
  for (const each of found) {
    if (each && typeof each.piece === "string" && typeof each.text === "string") remember(each.piece, each.text);
  }
}

function keep() {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(all()));
    isSafe = true;
  } catch {
    isSafe = false;
  }
}

// The one on the whole first, then by piece.
function all() {
  const known = [WHOLE, ...order].filter((label) => kept.has(label));
  const gone = [...kept.keys()].filter((label) => !known.includes(label));
  return [...known, ...gone].map((piece) => ({ piece, text: kept.get(piece) }));
}

function asFile() {
  const { game, version, language } = store.about;
  return `${JSON.stringify({ game, version, language, remarks: all() }, null, 2)}\n`;
}

// All boxes for one piece say the same.
export function box(label, title, rows = 1) {
  const node = el("textarea", { class: "remark", rows, "aria-label": title, placeholder: "Remark", spellcheck: "true" });
  node.value = remarkOf(label);
  const there = (boxes.get(label) || []).filter((each) => each.isConnected);
  boxes.set(label, [...there, node]);
  node.addEventListener("input", () => {
    remember(label, node.value);
    isSaved = false;
    keep();
    for (const other of boxes.get(label)) {
      if (other !== node) other.value = node.value;
      fit(other);
    }
    tell();
  });
  return node;
}

// As high as what it says.
export function fit(node) {
  if (!node.value) {
    node.style.height = "";
    return;
  }
  node.style.height = "0";
  node.style.height = `${node.scrollHeight + 2}px`;
}

export function fitAll() {
  for (const node of document.querySelectorAll("textarea.remark")) if (node.value) fit(node);
}

function save() {
  const link = el("a", { download: `${store.about.game}-${store.about.language}-remarks.json` });
  link.href = URL.createObjectURL(new Blob([asFile()], { type: "application/json" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  isSaved = true;
  tell("Saved: mail that file back");
}

async function copy() {
  try {
    await navigator.clipboard.writeText(asFile());
    isSaved = true;
    tell("Copied: paste that into a mail");
  } catch {
    tell("This browser doesn’t let pages copy: save them instead");
  }
}

function tell(said = "") {
  const number = kept.size;
  find("save").disabled = find("copy").disabled = !number;
  const where = isSafe ? "kept in this browser" : "not kept by this browser: save before you close the page";
  find("kept").textContent = said || (number ? `${count(number, "remark")}, ${where}` : "");
  find("kept").classList.toggle("is-lost", !isSafe && !said);
  for (const listener of listeners) listener();
}

export function beginRemarks() {
  readKept();
  find("save").addEventListener("click", save);
  find("copy").addEventListener("click", copy);
  const whole = box(WHOLE, "Remarks on the whole game", 2);
  whole.placeholder = "On the whole game";
  find("whole").append(whole);
  window.addEventListener("beforeunload", (event) => {
    if (!isSafe && !isSaved && kept.size) event.preventDefault();
  });
  window.addEventListener("beforeprint", fitAll);
  tell();
}
