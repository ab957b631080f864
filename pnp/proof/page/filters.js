// A query → whether a piece is meant: words, "two words", field:value, is:changed, has:field, -not; and what it asks for
// that there isn't.

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

const fields = () => [...new Set(store.components.flatMap((each) => each.fields.map((field) => field.name)))];

// What can stand behind a word and a colon.
const CHOICES = {
  is: () => [...new Set([...CHIPS.map(([flag]) => flag), ...Object.keys(FLAGS), ...store.flags])],
  has: fields,
  component: () => store.components.map((each) => each.id),
};

// Why a term means no piece at all; "" where it is known, or stands in some text as it is.
function unknown(name, value, whole) {
  if (!name || name === "code") return "";
  if (CHOICES[name]) return CHOICES[name]().some((each) => plain(each) === value) ? "" : among(`${name}:${value}`, `${name}:`, value, CHOICES[name]());
  if (fields().includes(name) || Object.values(store.pieces).some((piece) => saysOf(piece).includes(whole))) return "";
  return among(`a field ${name}`, "", name, [...Object.keys(CHOICES), "code", ...fields()]);
}

function among(what, before, word, choices) {
  const near = choices.map((each) => [distance(word, plain(each)), each]).sort(([one], [other]) => one - other)[0];
  const hint = near && near[0] <= Math.max(1, word.length / 3) ? ` Did you mean ${before}${near[1]}?` : "";
  return `There isn’t ${what}.${hint} You can search ${choices.map((each) => before + each).join(", ")}.`;
}

// How many letters must be changed, added or left out.
function distance(one, other) {
  let row = [...other, ""].map((_, number) => number);
  [...one].forEach((letter, place) => {
    const next = [place + 1];
    [...other].forEach((its, number) => next.push(Math.min(next[number] + 1, row[number + 1] + 1, row[number] + (letter === its ? 0 : 1))));
    row = next;
  });
  return row.at(-1);
}

function term(text) {
  const isNot = text.startsWith("-") && text.length > 1;
  const bare = isNot ? text.slice(1) : text;
  const at = bare.search(/[:=]/);
  const name = at > 0 ? bare.slice(0, at) : "";
  const value = plain(bare.slice(at + 1).replaceAll('"', ""));
  const whole = plain(bare.replaceAll('"', ""));
  const why = unknown(name, value, whole);
  if (why) return { why, test: () => false };
  const test = bare[at] === "=" && name ? (piece) => parts(piece.fields[name]).includes(value) : tester(name, value, whole);
  return { why, test: (piece) => test(piece) !== isNot };
}

function tester(name, value, whole) {
  if (name === "is") return (piece) => is(piece, value);
  if (name === "has") return (piece) => Object.entries(piece.fields).some(([field, said]) => plain(field) === value && words(said).trim() !== "");
  if (name === "component") return (piece) => plain(piece.component) === value;
  if (name === "code") return (piece) => problemsOf(piece.label).some((each) => plain(each.code).startsWith(value));
  if (name && fields().includes(name)) {
    return (piece) => plain(words(piece.fields[name])).includes(value);
  }
  return (piece) => saysOf(piece).includes(whole);
}

const terms = (query) => (query.match(/-?[\w-]*[:=]?"[^"]*"?|\S+/g) || []).map(term);

export function matcher(query, flags) {
  const tests = terms(query).map(({ test }) => test);
  return (piece) => [...flags].every((flag) => is(piece, flag)) && tests.every((test) => test(piece));
}

// Why a query finds nothing.
export function whyNothing(query) {
  return terms(query).map(({ why }) => why).find(Boolean) || "No piece matches.";
}
