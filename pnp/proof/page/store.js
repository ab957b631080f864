// What is known of the game: one edition, as the server told it last. Whoever shows something of it listens.

export const store = {
  about: null,
  components: [],
  order: {},
  pieces: {},
  problems: [],
  broken: [],
  unread: false,
  settled: true,
  readOnly: false,
  flags: [],
  revision: -1,
  edition: { lang: null, ink: null, with: null }, // what is shown or on its way; another one is another object
};

const listeners = [];
let shown = store.edition; // the edition of `pieces`: what is left where another one can't be had
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
export function update() {
  again = true;
  asking ??= catchUp().finally(() => { asking = null; });
  return asking;
}

async function catchUp() {
  let failed = null;
  while (again) {
    again = false;
    try {
      await fetchNews();
    } catch (error) {
      failed = error;
    }
  }
  if (failed) throw failed;
}

async function fetchNews() {
  const { edition } = store;
  const params = store.revision >= 0 ? { since: store.revision } : {};
  let said;
  try {
    said = await ask("/api/wall", edition, params);
    if (!said.about && edition !== shown) throw new Error(said.broken[0]?.message || "the game can’t be read");
  } catch (error) {
    if (store.edition !== edition) return;
    if (edition !== shown) leaveFor(shown);
    throw error;
  }
  if (store.edition !== edition) return;
  shown = edition;
  const isNew = store.revision < 0;
  store.revision = said.revision;
  store.broken = said.broken;
  store.unread = said.unread;
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

// Rejected where the edition can't be had; then the one that was shown is there again.
export async function choose(choice) {
  leaveFor({ ...store.edition, ...choice });
  await update();
}

function leaveFor(edition) {
  store.edition = edition;
  store.revision = -1;
  again = true;
  for (const listener of leaving) listener();
}

export function component(id) {
  return store.components.find((each) => each.id === id);
}
