// What is known of the game: one edition, as the server told it last. Whoever shows something of it listens.

export const store = {
  about: null,
  components: [],
  order: {},
  pieces: {},
  problems: [],
  broken: [],
  settled: true,
  readOnly: false,
  revision: -1,
  flags: [],
  edition: { lang: null, ink: null, with: null }, // what is shown or on its way; another one is another object
};

const listeners = [];
const leaving = [];
let asking = null;
let again = false;

export function listen(listener) {
  listeners.push(listener);
}

// Before another edition is asked for: nothing of the last one may be edited any more.
export function whenLeaving(listener) {
  leaving.push(listener);
}

function tell(news) {
  for (const listener of listeners) listener(news);
}

// Each request says which edition it was made for, whatever is chosen by the time it is sent.
export async function ask(path, edition, params = {}, body = undefined) {
  const chosen = Object.entries(edition).filter(([, value]) => value !== null);
  const query = new URLSearchParams({ ...Object.fromEntries(chosen), ...params });
  const init = body === undefined ? {} : {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(`${path}?${query}`, init);
  if (!(answer.headers.get("Content-Type") || "").startsWith("application/json")) {
    throw new Error((await answer.text()) || `the server answers ${answer.status}`);
  }
  const said = await answer.json();
  if (said.refused && answer.status !== 200) throw new Error(said.refused);
  return said;
}

// What has changed since we asked last; asked once at a time, and once more where news came meanwhile.
export async function update() {
  if (asking) {
    again = true;
    return asking;
  }
  asking = fetchNews();
  try {
    await asking;
  } finally {
    asking = null;
  }
  if (again) {
    again = false;
    await update();
  }
  return undefined;
}

async function fetchNews() {
  const { edition } = store;
  const params = store.revision >= 0 ? { since: store.revision } : {};
  const said = await ask("/api/wall", edition, params);
  if (store.edition !== edition) return;
  const isNew = store.revision < 0;
  store.revision = said.revision;
  store.broken = said.broken;
  store.readOnly = said.readOnly;
  if (!said.about) {
    tell({ isNew, changed: new Set(), isOrdered: false });
    return;
  }
  const before = store.problems;
  store.about = said.about;
  store.settled = said.settled;
  store.problems = said.problems;
  if (said.order) {
    store.components = said.components;
    store.order = said.order;
  }
  const there = new Set(Object.values(store.order).flat());
  const kept = isNew ? {} : store.pieces;
  store.pieces = Object.fromEntries(Object.entries({ ...kept, ...said.pieces }).filter(([label]) => there.has(label)));
  noteProblems();
  const changed = new Set(Object.keys(said.pieces));
  for (const problem of [...before, ...store.problems]) for (const label of problem.pieces) changed.add(label);
  tell({ isNew, changed, isOrdered: Boolean(said.order) });
}

const wrong = new Map();

function noteProblems() {
  wrong.clear();
  for (const problem of store.problems) {
    for (const label of problem.pieces) {
      if (!wrong.has(label)) wrong.set(label, []);
      wrong.get(label).push(problem);
    }
  }
}

export const problemsOf = (label) => wrong.get(label) || [];

const RANKS = ["error", "warning", "note"];

export function worst(problems) {
  return RANKS.find((rank) => problems.some((each) => each.severity === rank)) || "";
}

export async function choose(choice) {
  store.edition = { ...store.edition, ...choice };
  store.revision = -1;
  for (const listener of leaving) listener();
  await update();
}

export function component(id) {
  return store.components.find((each) => each.id === id);
}
