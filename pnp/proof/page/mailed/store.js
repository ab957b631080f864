// What is known of the game: all of it stands in the page.

const told = JSON.parse(document.getElementById("told").textContent);

export const store = {
  about: told.about,
  components: told.components,
  pieces: Object.fromEntries(told.pieces.map((piece) => [piece.label, piece])),
  problems: told.problems,
  settled: true,
  flags: ["remarked"], // that a piece can get here
};

export const order = told.pieces.map((piece) => piece.label);

export const picture = (digest) => told.pictures[digest] || "";

const wrong = new Map();
for (const problem of store.problems) {
  for (const label of problem.pieces) wrong.set(label, [...(wrong.get(label) || []), problem]);
}

export const problemsOf = (label) => wrong.get(label) || [];

const RANKS = ["error", "warning", "note"];

export function worst(problems) {
  return RANKS.find((rank) => problems.some((each) => each.severity === rank)) || "";
}

export function component(id) {
  return store.components.find((each) => each.id === id);
}
