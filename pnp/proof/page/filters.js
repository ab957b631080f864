// A query → whether a piece is meant: words, "two words", field:value, is:changed, has:field, -not.

import { problemsOf, store, worst } from "./store.js";

const FLAGS = {
  problem: (piece) => problemsOf(piece.label).length > 0,
  error: (piece) => worst(problemsOf(piece.label)) === "error",
};

export const CHIPS = [
  ["problem", "Problems"],
  ["changed", "Changed"],
  ["shrunk", "Shrunk"],
  ["untranslated", "Untranslated"],
];

export const is = (piece, flag) => (FLAGS[flag] ? FLAGS[flag](piece) : piece.flags.includes(flag));

function words(value) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(words).join(" ");
  if (typeof value === "object") return Object.values(value).map(words).join(" ");
  return String(value);
}

// What a field says, one by one, for whoever asks for one of them exactly.
function parts(value) {
  if (Array.isArray(value)) return value.flatMap(parts);
  if (value === true || value === false) return [value ? "yes" : "no"];
  return value === null || value === undefined ? [] : [plain(String(value))];
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

const kept = new WeakMap();

function saysOf(piece) {
  if (!kept.has(piece)) kept.set(piece, plain(`${piece.id} ${piece.name} ${words(piece.fields)}`));
  return kept.get(piece);
}

function term(text) {
  const isNot = text.startsWith("-") && text.length > 1;
  const bare = isNot ? text.slice(1) : text;
  const at = bare.search(/[:=]/);
  const name = at > 0 ? bare.slice(0, at) : "";
  const value = plain(bare.slice(at + 1).replaceAll('"', ""));
  const test = bare[at] === "=" && name ? (piece) => parts(piece.fields[name]).includes(value) : tester(name, value, plain(bare.replaceAll('"', "")));
  return (piece) => test(piece) !== isNot;
}

function tester(name, value, whole) {
  if (name === "is") return (piece) => is(piece, value);
  if (name === "has") return (piece) => words(piece.fields[value]).trim() !== "";
  if (name === "component") return (piece) => plain(piece.component) === value;
  if (name === "code") return (piece) => problemsOf(piece.label).some((each) => plain(each.code).startsWith(value));
  if (name && store.components.some((each) => each.fields.some((field) => field.name === name))) {
    return (piece) => plain(words(piece.fields[name])).includes(value);
  }
  return (piece) => saysOf(piece).includes(whole);
}

export function matcher(query, flags) {
  const found = query.match(/-?[\w-]*[:=]?"[^"]*"?|\S+/g) || [];
  const terms = found.map(term);
  return (piece) => [...flags].every((flag) => is(piece, flag)) && terms.every((test) => test(piece));
}
