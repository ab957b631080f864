// A text that is being typed: its piece is drawn with it in every pause, it is saved with Tab or Ctrl+Enter, and what is
// typed is never overwritten, whatever else happens to the file.

import { el, find, points, replace, say } from "./dom.js";
import { ask, store } from "./store.js";

const PAUSE = 140; // milliseconds without a key
const AROUND = 40; // characters shown beside a change
const page = crypto.randomUUID();
let current = null;
let stepped = Promise.resolve();

export const isEditing = () => current !== null;

const hooks = { root: null, faces: () => {}, saved: () => {}, renew: async () => {} };

// `root`: around all texts that Tab goes through; `faces`: shows a draft; `renew`: shows what is saved.
export function beginEditing(given) {
  Object.assign(hooks, given);
  window.addEventListener("beforeunload", (event) => {
    if (current && isDirty()) event.preventDefault();
  });
}

const named = (root, key) => root.querySelector(`[data-edit="${CSS.escape(key)}"]`);

export async function begin(about, datum, button) {
  if (current && !(await finish())) return;
  const host = { ...hooks, ...about.host };
  open(about, datum, button.isConnected ? button : named(host.root, datum.key || datum.path), host);
}

function open(about, datum, button, host) {
  if (!button || about.edition !== store.edition) return;
  const area = el("textarea", {
    "aria-label": about.label ? `${datum.path} of ${store.pieces[about.label].name}` : about.name,
    spellcheck: "true",
    dir: "auto",
    lang: about.language,
    rows: "1",
    value: datum.said || datum.value,
  });
  const fit = el("p", { class: "fit", role: "status" });
  const told = el("div", { class: "told" });
  const node = el("div", { class: "editor" }, source(about, datum), area, fit, told,
    el("div", { class: "editor-buttons" },
      el("button", { type: "button", class: "save", text: "Save", title: "Ctrl+Enter, or Tab to go on", onclick: () => finish() }),
      el("button", { type: "button", class: "quiet", text: "Discard", title: "Esc", onclick: () => discard() })));
  const { label, edition } = about;
  const { path, room, said, address } = datum;
  const key = datum.key || path;
  current = { about, datum, label, path, key, host, edition, address, seen: said, room, area, fit, told, node, number: 0, timer: 0 };
  if (!datum.said && datum.value) current.isBegun = true;
  area.addEventListener("input", () => {
    grow(area);
    if (current?.area !== area) return;
    clearTimeout(current.timer);
    current.timer = setTimeout(preview, PAUSE);
  });
  area.addEventListener("keydown", keys);
  hold(host.root, button, () => node, () => {
    button.replaceWith(node);
    host.root.classList.add("is-editing");
    grow(area);
  });
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  node.scrollIntoView({ block: "nearest" });
  preview();
}

// What stands above a text may change its height, and the text stays where it is on the screen.
export function hold(root, before, after, change) {
  const top = before?.getBoundingClientRect().top;
  change();
  const node = after();
  if (before && node) root.scrollTop += node.getBoundingClientRect().top - top;
}

function source(about, datum) {
  const has = datum.source !== null && datum.source !== undefined;
  if (!has && !datum.terms?.length) return null;
  return el("div", { class: "source" },
    has ? el("p", { class: "quiet-text" }, `Source (${about.source})`, datum.isFuzzy ? el("span", { class: "flag untranslated", text: " fuzzy" }) : null) : null,
    has ? el("p", { lang: about.source, dir: "auto", text: datum.source }) : null,
    datum.terms?.length ? el("ul", { class: "terms" }, datum.terms.map((term) =>
      el("li", {}, el("span", { text: term.term }), " → ", el("strong", { lang: about.language, text: term.forms.join(", ") || "no word yet" })))) : null);
}

function grow(area) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

function keys(event) {
  if (event.isComposing) return;
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    finish();
  } else if (event.key === "Tab") {
    event.preventDefault();
    next(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape") {
    event.preventDefault();
    discard();
  }
}

const isDirty = () => current.area.value !== current.seen && !(current.isBegun && current.area.value === "");

async function preview() {
  const asked = current;
  if (!asked) return;
  const number = (asked.number += 1);
  const { label, path, area } = asked;
  if (!label) {
    tellFit(asked, { problems: [] });
    return;
  }
  try {
    const shown = await ask("/api/preview", asked.edition, {}, { label, path, seen: asked.seen, new: area.value });
    if (current !== asked || number !== asked.number) return;
    asked.host.faces(label, shown.leaves);
    tellFit(asked, shown);
  } catch (error) {
    if (current === asked) replace(asked.fit, el("span", { class: "flag shrunk", text: error.message }));
  }
}

function tellFit(asked, shown) {
  const length = [...asked.area.value].length;
  const parts = [el("span", { text: asked.room ? `${length} of about ${asked.room} characters` : `${length} characters` })];
  const { size } = shown;
  if (size?.shrunk) parts.push(el("span", { class: "flag shrunk", text: `shrinks to ${points(size.size)} (of ${points(size.full)})` }));
  else if (size && !shown.problems.length) parts.push(el("span", { class: "flag fits", text: `fits at ${points(size.size)}` }));
  replace(asked.fit, parts, shown.problems.map((each) =>
    el("span", { class: `wrong ${each.severity}`, text: toldOf(asked, each) })));
}

// Whose text it is, one sees.
function toldOf(asked, problem) {
  const message = problem.message.replace(`${asked.label}: `, "");
  return problem.hint ? `${message} (${problem.hint})` : message;
}

// Saved, or nothing to save; false where it was refused: then the field stays open.
export async function finish() {
  const asked = current;
  if (!asked) return true;
  clearTimeout(asked.timer);
  if (!isDirty()) {
    close();
    return true;
  }
  const { key, address, edition, host, seen, area } = asked;
  let done;
  try {
    done = await ask("/api/save", edition, { page }, { ...address, seen, new: area.value });
  } catch (error) {
    done = { refused: error.message };
  }
  if (done.refused) {
    refused(asked, done);
    return false;
  }
  if (current === asked) current = null;
  const saved = { ...asked.datum, said: area.value, value: area.value };
  const button = el("button", { type: "button", class: "text", dir: "auto", "data-edit": key, text: area.value,
    onclick: (event) => begin(asked.about, saved, event.currentTarget) });
  const had = asked.node.contains(document.activeElement);
  hold(host.root, asked.node, () => button, () => {
    asked.node.replaceWith(button);
    host.root.classList.remove("is-editing");
  });
  if (had) button.focus({ preventScroll: true });
  say(`Saved in ${done.saved}`);
  noteDone(done, "Saved");
  host.saved(area.value);
  await host.renew(button);
  if (had && document.activeElement === document.body) named(host.root, key)?.focus({ preventScroll: true });
  return true;
}

function refused(asked, done) {
  const parts = [el("p", { class: "refused", role: "alert", text: `Not saved: ${done.refused}.` })];
  if (done.now !== undefined) {
    parts.push(el("p", { class: "quiet-text", text: "It says now:" }), el("blockquote", { dir: "auto", text: done.now || "—" }),
      el("div", { class: "editor-buttons" },
        el("button", { type: "button", text: "Keep mine", onclick: () => keepMine(asked, done) }),
        el("button", { type: "button", text: "Take theirs", onclick: () => discard() })));
  }
  replace(asked.told, parts);
}

function keepMine(asked, { now, digest }) {
  asked.seen = now;
  asked.address = { ...asked.address, digest };
  replace(asked.told);
  finish();
}

export function discard() {
  if (!current) return;
  clearTimeout(current.timer);
  close();
}

async function close() {
  const { key, node, seen, host } = current;
  current = null;
  const button = el("button", { type: "button", class: "text", dir: "auto", "data-edit": key, text: seen });
  hold(host.root, node, () => button, () => {
    host.root.classList.remove("is-editing");
    node.replaceWith(button);
  });
  button.focus({ preventScroll: true });
  await host.renew(button);
  named(host.root, key)?.focus({ preventScroll: true });
}

async function next(step) {
  const { key, host } = current;
  if (!(await finish())) return;
  const all = [...host.root.querySelectorAll("[data-edit]")];
  const at = all.findIndex((each) => each.dataset.edit === key);
  const other = all[at + step];
  if (!other) return;
  other.scrollIntoView({ block: "nearest" });
  other.click();
}

// While the panel is drawn anew: the field that is being typed in, which stays as it is.
export function keep(about) {
  if (!current || current.label !== about.label || current.edition !== about.edition || current.host.root !== hooks.root) return null;
  const datum = about.data.find((each) => each.path === current.path);
  const had = document.activeElement === current.area;
  const { selectionStart, selectionEnd } = current.area;
  if (datum && datum.said !== undefined && datum.said !== current.seen && !current.told.firstChild) {
    replace(current.told, el("p", { class: "quiet-text", text: `Somebody has saved it meanwhile: “${datum.said}”` }));
  }
  // around the field stands what the file says now
  if (datum?.said === current.seen) current.address = { ...current.address, digest: datum.address.digest };
  return { path: current.path, node: current.node, focus: () => {
    grow(current.area);
    if (!had) return;
    current.area.focus({ preventScroll: true });
    current.area.setSelectionRange(selectionStart, selectionEnd);
    preview();
  } };
}

const DONE = { undo: "Undone", redo: "Redone" };

// `way`: "undo" what this page saved last, or "redo" what it undid last; one after the other, however fast one types.
export function step(way) {
  if (!store.readOnly) stepped = stepped.then(() => reverse(way));
}

async function reverse(way) {
  let done;
  try {
    done = await ask(`/api/${way}`, store.edition, { page }, {});
  } catch (error) {
    done = { refused: error.message };
  }
  say(done.refused ? `Not ${DONE[way].toLowerCase()}: ${done.refused}` : `${DONE[way]} in ${done.saved}`);
  noteDone(done, DONE[way]);
}

function noteDone(done, how) {
  const node = find("done");
  clearTimeout(noteDone.timer);
  node.hidden = false;
  const close = el("button", { type: "button", class: "quiet", "aria-label": "Close", text: "×", onclick: () => { node.hidden = true; } });
  if (done.refused) {
    replace(node, el("div", { class: "done-line" }, el("p", { class: "refused", text: `Not ${how.toLowerCase()}: ${done.refused}.` }), close));
    return;
  }
  const more = done.places > 1 ? `, which ${done.places} values share` : "";
  const back = done.undone
    ? el("button", { type: "button", text: "Redo", title: "Ctrl+Shift+Z", onclick: () => step("redo") })
    : el("button", { type: "button", text: "Undo", title: "Ctrl+Z", onclick: () => step("undo") });
  replace(node, el("div", { class: "done-line" }, el("p", { text: `${how} in ${done.saved}${more}` }), back, close),
    el("p", { class: "diff", tabindex: "0", dir: "auto", role: "group", "aria-label": "What changed" }, done.changes.flatMap(stretch)));
  noteDone.timer = setTimeout(() => { if (!node.matches(":hover, :focus-within")) node.hidden = true; }, 12000);
}

// Words that went and came; of many that stayed those beside them.
function stretch([was, now], number, all) {
  if (was !== now) return [was ? el("del", { text: was }) : null, now ? el("ins", { text: now }) : null].filter(Boolean);
  if (was.length <= 2 * AROUND) return was;
  const before = number > 0 ? was.slice(0, AROUND) : "";
  const behind = number < all.length - 1 ? was.slice(-AROUND) : "";
  return `${before} … ${behind}`;
}
