// From text to text, as translators go: what is missing or doubted first, the source above, the glossary and the piece
// beside.

import { begin, isEditing } from "./editing.js";
import { count, el, find, replace } from "./dom.js";
import { facesOf, languageName } from "./panel.js";
import { ask, component, store } from "./store.js";
import { choose } from "./switches.js";

const STATES = { missing: "missing", fuzzy: "fuzzy", inherited: "inherited", copied: "as the source", translated: "translated" };
const MANY = 200;
const view = { query: "", todo: true, shown: MANY, found: null, language: "", edition: null };

export async function translatingView(node, openPiece) {
  const { about, edition } = store;
  if (view.found && view.language === about.language && node.querySelector(".translating")) {
    await renew(node);
    return;
  }
  if (isEditing()) return;
  if (view.language !== about.language) Object.assign(view, { found: null, shown: MANY, language: about.language });
  if (!view.found) replace(node, el("p", { class: "loading", text: "Counting…" }));
  const isSource = about.language === about.source;
  const [found, progress] = await Promise.all([isSource ? null : ask("/api/translate", edition), ask("/api/progress", edition)]);
  if (isEditing() || document.body.dataset.view !== "translate" || store.edition !== edition) return;
  Object.assign(view, { found, edition });
  replace(node, el("section", { class: "translating", "aria-label": "Translating" }, bars(progress),
    isSource ? null : el("div", { class: "columns" }, texts(openPiece), el("div", { id: "beside", "aria-label": "The piece" }))));
  if (!isSource) fill(openPiece);
}

// What has changed in the files meanwhile; rows stay where they are, and what is being typed stays as it is.
async function renew(node) {
  const { edition } = view;
  const [found, progress] = await Promise.all([ask("/api/translate", edition), ask("/api/progress", edition)]);
  const before = node.querySelector(".bars");
  if (!before || store.edition !== edition) return;
  before.replaceWith(bars(progress));
  const now = new Map(found.texts.map((text) => [keyOf(text, ""), text]));
  for (const text of view.found.texts) {
    const other = now.get(keyOf(text, ""));
    if (!other || other.said.join("\n") === text.said.join("\n")) continue;
    Object.assign(text, { said: other.said, state: other.state, isFuzzy: other.isFuzzy });
    text.said.forEach((said, form) => {
      const button = node.querySelector(`button[data-edit="${CSS.escape(keyOf(text, form))}"]`);
      button?.replaceWith(field(text, form, said, button.closest("li")));
    });
  }
}

const keyOf = (text, form) => `${text.context} ${text.source} ${form}`;

function bars(progress) {
  if (!progress.languages.length) return el("p", { class: "empty", text: "This game speaks one language: pnp translate init begins another." });
  return el("div", { class: "bars" }, progress.languages.map((each) => {
    const sum = (state) => each.parts.reduce((total, part) => total + (part[state] || 0), 0);
    const done = sum("translated") + sum("copied") + sum("inherited");
    const all = done + sum("fuzzy") + sum("missing");
    const told = each.refused || `${done} of ${all}, ${sum("fuzzy")} fuzzy, ${sum("missing")} missing`;
    return el("button", {
      type: "button",
      class: "language",
      "aria-pressed": String(each.language === store.about.language),
      onclick: () => choose({ lang: each.language }),
    }, el("span", { text: languageName(each.language) }),
    el("progress", { max: String(Math.max(all, 1)), value: String(done), "aria-label": `${languageName(each.language)}: ${told}` }),
    el("span", { class: "quiet-text", text: told }));
  }));
}

function texts(openPiece) {
  const todo = el("input", { type: "checkbox", checked: view.todo, onchange: (event) => { view.todo = event.currentTarget.checked; fill(openPiece); } });
  const search = el("input", { type: "search", placeholder: "Search texts", "aria-label": "Search texts", value: view.query,
    oninput: (event) => { view.query = event.currentTarget.value.toLocaleLowerCase(); view.shown = MANY; fill(openPiece); } });
  return el("div", { class: "texts" },
    el("div", { class: "line" }, el("div", { class: "search" }, search), el("label", { class: "check" }, todo, "Only what is left to do"), el("span", { id: "left", class: "quiet-text" })),
    el("ol", { id: "texts" }));
}

const isLeft = (text) => ["missing", "fuzzy"].includes(text.state) || text.isDone;

function meant() {
  return view.found.texts.filter((text) => (!view.todo || isLeft(text)) &&
    (!view.query || [text.source, text.plural, text.context, ...text.said].join(" ").toLocaleLowerCase().includes(view.query)));
}

function fill(openPiece) {
  const found = meant();
  find("left").textContent = count(found.length, "text");
  const rows = found.slice(0, view.shown).map((text) => row(text, openPiece));
  if (!rows.length) rows.push(el("li", { class: "empty", text: view.todo && !view.query ? "Everything is translated." : "No text matches." }));
  if (found.length > view.shown) {
    rows.push(el("li", {}, el("button", { type: "button", text: `${found.length - view.shown} more`, onclick: () => { view.shown += MANY; fill(openPiece); } })));
  }
  replace(find("texts"), rows);
}

function row(text, openPiece) {
  const node = el("li", { class: "entry" },
    el("p", { class: "entry-about" },
      el("span", { class: `flag ${text.isDone ? "changed" : "state"} ${text.state}`, text: text.isDone ? "saved" : STATES[text.state] }),
      el("span", { class: "quiet-text", text: text.about || text.context }),
      store.pieces[text.label] ? el("button", { type: "button", class: "link", text: "Piece", onclick: () => openPiece(text.label) }) : null),
    el("p", { class: "entry-source", lang: store.about.source, dir: "auto", text: text.plural ? `${text.source} / ${text.plural}` : text.source }),
    text.before && text.isFuzzy ? el("p", { class: "quiet-text", text: `It was: ${text.before}` }) : null,
    text.comments.map((comment) => el("p", { class: "quiet-text", text: comment })));
  text.said.forEach((said, form) => node.append(field(text, form, said, node)));
  return node;
}

function field(text, form, said, node) {
  const key = keyOf(text, form);
  if (store.readOnly || !text.isThere) {
    return el("p", { class: "plain", dir: "auto", lang: store.about.language, text: said || (text.isThere ? "—" : "no entry yet: pnp translate update brings it") });
  }
  return el("button", {
    type: "button",
    class: said ? "text" : "text is-empty",
    dir: "auto",
    lang: store.about.language,
    "data-edit": key,
    text: said || "Translate",
    onclick: (event) => edit(text, form, key, event.currentTarget, node),
  });
}

async function edit(text, form, key, button, node) {
  const { label, path, source, plural, context, file } = text;
  const { edition } = view;
  const help = await ask("/api/text", edition, { source: plural || source, label, path }).catch(() => ({ terms: [], room: null }));
  const piece = store.pieces[label];
  if (piece) beside(piece, piece.leaves);
  const about = {
    label: piece ? label : "",
    name: text.about || context,
    edition,
    language: store.about.language,
    source: store.about.source,
    host: {
      root: find("texts"),
      faces: (_, leaves) => beside(piece, leaves),
      saved: (said) => {
        text.said[form] = said;
        if (!text.said.includes("")) Object.assign(text, { isDone: true, isFuzzy: false, state: "translated" });
        node.querySelector(".flag").textContent = "saved";
      },
      renew: (button2) => button2?.replaceWith(field(text, form, text.said[form], node)),
    },
  };
  await begin(about, { path: piece ? path : "", key, said: text.said[form], value: "", source: null, isFuzzy: text.isFuzzy, terms: help.terms, room: help.room,
    address: { file, context, source, plural, form } }, button);
}

function beside(piece, leaves) {
  const node = find("beside");
  if (node && piece) replace(node, el("div", { class: "faces" }, facesOf(leaves.slice(0, 1), component(piece.component), 260, piece.name)));
}
