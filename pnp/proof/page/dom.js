// Elements of plain values. Whatever a game says becomes a text node: nothing of it is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "text") node.textContent = value;
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const find = (id) => document.getElementById(id);

export function replace(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

export function say(text) {
  find("said").textContent = text;
}

// The state of the page, where everybody sees it.
export function live(text, isLost = false) {
  find("live").textContent = text;
  find("live").classList.toggle("is-lost", isLost);
}

export function count(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

// The marks of card texts as they are meant; all else is text.
export function marked(text) {
  return String(text).split("**").map((part, number) => (number % 2 ? el("strong", { text: part }) : part));
}

export const points = (mm) => `${(mm / 0.352778).toFixed(1)} pt`;
