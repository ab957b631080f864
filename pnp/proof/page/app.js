// The page: begins everything, and says what each key does.

import { count, el, find, live, replace, say } from "./dom.js";
import { finish, step } from "./editing.js";
import { beginKeys } from "./keys.js";
import { beginPanel, close, open } from "./panel.js";
import { listing, problemsView } from "./problems.js";
import { rulesView } from "./rules.js";
import { sheetsView } from "./sheets.js";
import { statisticsView } from "./statistics.js";
import { listen, store, update, whenLeaving } from "./store.js";
import { drawChips, drawLooks, drawSwitches } from "./switches.js";
import { translatingView } from "./translating.js";
import { arrange, beginWall, reach, renewAll, wall } from "./wall.js";

const VIEWS = [["pieces", "Pieces"], ["problems", "Problems"], ["translate", "Translate"], ["rules", "Rules"], ["statistics", "Statistics"], ["sheets", "Sheets"]];
const OTHERS = { translate: translatingView, rules: rulesView, statistics: statisticsView, sheets: sheetsView };
const LOST = "Not connected: pnp proof has stopped";
let view = "pieces";

async function openPiece(label) {
  if (view !== "pieces") await show("pieces");
  reach(label, false);
  await open(label, () => find("panel-title")?.focus({ preventScroll: true }));
}

async function search(query) {
  await show("pieces");
  wall.query = query;
  find("search").value = query;
  arrange();
}

async function leave() {
  const label = await close();
  if (!label) return;
  arrange();
  reach(label);
}

function drawViews() {
  replace(find("views"), VIEWS.map(([id, title]) => el("button", {
    type: "button",
    class: "view",
    "aria-current": id === view ? "page" : null,
    onclick: () => show(id),
  }, el("span", { text: title }), id === "problems" && store.problems.length ? el("span", { class: "number", text: String(store.problems.length) }) : null)));
}

export async function show(id) {
  if (!(await finish())) return;
  view = id;
  const isWall = id === "pieces";
  document.body.dataset.view = id;
  drawViews();
  const main = find("main");
  let other = find("other");
  if (!other) {
    other = el("div", { id: "other" });
    main.after(other);
  }
  main.hidden = !isWall;
  other.hidden = isWall;
  find("tools").classList.toggle("is-other", !isWall);
  if (isWall) {
    replace(other);
    arrange();
  } else {
    close();
    drawOther();
  }
}

function drawOther() {
  const node = find("other");
  if (view === "problems") replace(node, problemsView(openPiece));
  else OTHERS[view](node, openPiece, search).catch((error) => replace(node, el("p", { class: "refused", text: error.message })));
}

function drawBroken() {
  const node = find("broken");
  node.hidden = !store.broken.length;
  if (!store.broken.length) {
    replace(node);
    return;
  }
  const why = store.unread ? "The data can’t be read:" : "Pieces can’t be drawn:";
  const text = Object.keys(store.pieces).length ? `This is the last good state. ${why}` : "The game can’t be read:";
  replace(node, el("p", { class: "broken-title", text }), listing(store.broken));
}

function connect() {
  const events = new EventSource("/events");
  events.addEventListener("changed", () => refresh());
  events.addEventListener("failed", (event) => live(JSON.parse(event.data).message, true));
  events.onopen = () => { if (find("live").textContent === LOST) live(""); };
  events.onerror = () => live(LOST, true);
}

async function refresh() {
  try {
    await update();
  } catch (error) {
    live(error.message, true);
  }
}

// The address knows what is shown, so that it can be passed on, and is there again after a reload.
function remember() {
  const known = { view: view === "pieces" ? "" : view, piece: wall.opened || "", q: wall.query, ...store.edition };
  const said = new URLSearchParams(Object.entries(known).filter(([, value]) => value));
  history.replaceState(null, "", said.size ? `#${said}` : location.pathname);
}

function recall() {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of ["lang", "ink", "with"]) if (said.has(name)) store.edition = { ...store.edition, [name]: said.get(name) };
  wall.query = said.get("q") || "";
  find("search").value = wall.query;
  return { id: said.get("view") || "pieces", piece: said.get("piece") || "" };
}

async function begin() {
  const asked = recall();
  new ResizeObserver(([bar]) => document.documentElement.style.setProperty("--bar", `${bar.target.offsetHeight}px`)).observe(find("bar"));
  beginWall();
  beginPanel();
  drawChips();
  wall.open = openPiece;
  document.addEventListener("leave", leave);
  document.addEventListener("looks", () => {
    renewAll();
    if (wall.opened) open(wall.opened);
  });
  find("more").addEventListener("click", (event) => {
    const isOpen = find("tools").classList.toggle("is-open");
    event.currentTarget.setAttribute("aria-expanded", String(isOpen));
  });
  find("search").addEventListener("input", (event) => {
    wall.query = event.currentTarget.value.trim();
    arrange();
  });
  whenLeaving(() => {
    find("body").setAttribute("aria-busy", "true");
    if (view !== "pieces") replace(find("other"), el("p", { class: "loading", text: "Opening another edition…" }));
  });
  listen((news) => {
    find("body").removeAttribute("aria-busy");
    if (news.isNew) live("");
    drawViews();
    drawBroken();
    if (!store.about) replace(find("main").querySelector(".space"), el("p", { class: "empty", text: "Nothing can be shown until this is fixed." }));
    if (store.about) {
      find("title").textContent = store.about.title;
      document.title = `${store.about.title} – pnp proof`;
      find("main").lang = store.about.language;
      drawSwitches();
    }
    if (view !== "pieces") drawOther();
    if (!news.isNew && news.changed.size) say(`${count(news.changed.size, "piece")} changed`);
  });
  drawLooks();
  beginKeys({ open: openPiece, leave, show, step });
  drawViews();
  replace(find("main").querySelector(".space"), el("p", { class: "empty", text: "Laying the game out…" }));
  await refresh();
  if (VIEWS.some(([id]) => id === asked.id) && asked.id !== "pieces") await show(asked.id);
  else if (store.pieces[asked.piece]) await openPiece(asked.piece);
  setInterval(remember, 700);
  connect();
}

begin();
