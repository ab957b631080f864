// Faces as pictures at the screen's own pixels, with what is drawn over them. A new look comes when it is there: the old
// one stays until then.

import { points, svg } from "./dom.js";
import { store } from "./store.js";

const STEP = 64; // pixels, so that a little zoom asks for no other picture
const MOST = 2400;

export const looks = { safe: false, cut: false, boxes: false, type: false, vision: "" };

export function address(digest, width) {
  const pixels = Math.min(MOST, Math.ceil((width * window.devicePixelRatio) / STEP) * STEP);
  return `/face/${digest}.png?w=${pixels}`;
}

export function show(image, digest, width) {
  const wanted = address(digest, width);
  if (image.dataset.wanted === wanted) return;
  image.dataset.wanted = wanted;
  if (!image.getAttribute("src")) {
    image.src = wanted;
    return;
  }
  const next = new Image();
  next.src = wanted;
  next.decode().then(() => {
    if (image.dataset.wanted === wanted) image.src = wanted;
  }, () => {});
}

export function overlay(component, side) {
  if (!side || !(looks.safe || looks.cut || looks.boxes || looks.type)) return null;
  const drawing = svg("svg", { class: "over", viewBox: `0 0 ${component.w} ${component.h}`, "aria-hidden": "true" });
  if (looks.cut) drawing.append(svg("path", { class: "cut", d: component.outline }));
  if (looks.cut && component.bleed) drawing.append(svg("path", { class: "bleed", d: frame(component, -component.bleed) }));
  if (looks.safe) drawing.append(svg("path", { class: "safe", d: component.safe }));
  for (const text of side.texts) drawing.append(...marksOf(text));
  return drawing;
}

function frame(component, inside) {
  const right = component.w - inside;
  const bottom = component.h - inside;
  return `M${inside} ${inside}H${right}V${bottom}H${inside}Z`;
}

function marksOf([, x, y, width, height, size, full]) {
  const marks = [];
  const isShrunk = full - size > 0.005;
  const isSmall = size <= store.about.smallest * 1.2;
  if (looks.boxes) marks.push(svg("rect", { class: isShrunk ? "box shrunk" : "box", x, y, width, height }));
  if (looks.type) {
    const kind = isSmall ? "small" : isShrunk ? "shrunk" : "";
    marks.push(svg("rect", { class: `type ${kind}`, x, y, width, height }));
    marks.push(svg("text", { class: `type ${kind}`, x, y: y - 0.4, text: points(size) }));
  }
  return marks;
}
