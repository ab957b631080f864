// Problems as people read them: the sentence, the line of the file with its carets, the pieces concerned.

import { count, el } from "./dom.js";
import { store } from "./store.js";

const MARKS = { error: "Error", warning: "Warning", note: "Note" };

export function listing(problems) {
  return el("ul", { class: "problems" }, problems.map(one));
}

function one(problem) {
  const also = problem.others.length ? ` and ${count(problem.others.length, "other place")}` : "";
  return el("li", { class: `problem ${problem.severity}` },
    el("p", { class: "sentence" },
      el("span", { class: `mark ${problem.severity}`, role: "img", "aria-label": MARKS[problem.severity] }),
      el("span", { text: problem.message }),
      problem.code ? el("span", { class: "code", title: problem.title, text: problem.code }) : null),
    problem.hint ? el("p", { class: "hint", text: problem.hint }) : null,
    problem.place ? el("p", { class: "place", text: `${problem.place}${also}` }) : null,
    problem.excerpt.length ? el("pre", { class: "excerpt", tabindex: "0", "aria-label": "Source", text: problem.excerpt.join("\n") }) : null);
}

export function problemsView(openPiece) {
  if (!store.problems.length) {
    return el("p", { class: "empty", text: store.settled ? "Nothing is wrong with this edition." : "Being checked…" });
  }
  const list = listing(store.problems);
  store.problems.forEach((problem, number) => {
    const named = problem.pieces.filter((label) => store.pieces[label]);
    if (!named.length) return;
    list.children[number].append(el("p", { class: "pieces" }, named.slice(0, 12).map((label) =>
      el("button", { type: "button", class: "link", text: store.pieces[label].name, onclick: () => openPiece(label) }))));
  });
  return el("section", { class: "reading", "aria-label": "Problems" },
    el("h2", { text: count(store.problems.length, "problem") }), list);
}
