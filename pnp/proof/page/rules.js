// Setup, rules and victory as the game tells them, and what was proved of each.

import { el, marked, replace } from "./dom.js";
import { ask, store } from "./store.js";

export async function rulesView(node) {
  if (!node.querySelector(".told-rules")) replace(node, el("p", { class: "loading", text: "Reading the rules…" }));
  const found = await ask("/api/rules", store.edition);
  if (document.body.dataset.view !== "rules") return;
  const parts = [found.setup && setup(found.setup), found.victory && victory(found.victory), found.rules?.length && rules(found.rules)].filter(Boolean);
  replace(node, el("div", { class: "told-rules" }, parts.length ? parts : el("p", { class: "empty", text: "This game has neither setup.yaml, rules.yaml nor victory.yaml." })));
}

function proved(wrong, text) {
  return wrong.length
    ? el("ul", {}, wrong.map((each) => el("li", { class: "refused", text: each })))
    : el("p", { class: "proved", text: `✓ ${text}` });
}

function setup(told) {
  if (told.refused) return el("section", {}, el("h2", { text: "Setup" }), el("p", { class: "refused", text: told.refused }));
  return el("section", {}, el("h2", { text: "Setup" }),
    proved(told.wrong, `Dealt for every number of players (${told.numbers.join(", ")}): no pile falls short, nothing is lost.`),
    el("ol", {}, told.steps.map((step) => el("li", {}, step.only ? el("span", { class: "quiet-text", text: `${step.only} ` }) : null, marked(step.text)))),
    told.tables.map(table));
}

function table(told) {
  return el("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": told.title }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "players" }), told.rows.map((row) => el("th", { scope: "col", text: String(row.players) })))),
    el("tbody", {}, el("tr", {}, el("th", { scope: "row", text: told.title }), told.rows.map((row) => el("td", { text: String(row.value) }))))));
}

function victory(told) {
  if (told.refused) return el("section", {}, el("h2", { text: "Victory" }), el("p", { class: "refused", text: told.refused }));
  const about = told.states ? `Of ${told.states} states each is decided, and every condition decides some.` : "Every state is decided.";
  return el("section", {}, el("h2", { text: "Victory" }), proved(told.wrong, about),
    el("ol", {}, told.conditions.map((each) => el("li", {}, marked(each.say), " ", el("span", { class: "quiet-text", text: `${each.outcome}${each.count ? `, ${each.count} states` : ""}` })))),
    told.steps.length ? el("h3", { text: "Then the winner is" }) : null,
    el("ol", {}, told.steps.map((each) => el("li", {}, marked(each.say)))),
    told.nobody ? el("p", { text: told.nobody }) : null);
}

function rules(told) {
  const wrong = told.filter((rule) => rule.wrong.length).length;
  return el("section", {}, el("h2", { text: "Rules" }),
    el("p", { class: wrong ? "refused" : "proved", text: wrong ? `${wrong} of ${told.length} don’t hold.` : `✓ All ${told.length} hold.` }),
    el("ul", {}, told.map((rule) => el("li", {},
      el("span", { class: rule.wrong.length ? "refused" : "proved", "aria-label": rule.wrong.length ? "broken" : "holds", role: "img", text: rule.wrong.length ? "✗ " : "✓ " }),
      marked(rule.say), " ", el("span", { class: "quiet-text", text: rule.source }),
      el("p", { class: "place", text: rule.place }),
      rule.wrong.map((each) => el("p", { class: "refused", text: each }))))));
}
