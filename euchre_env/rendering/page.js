"use strict";
// One step at a time. The address's fragment, #deal-2-step-5, says which, so that links, reload and "back" work as ever.
const deals = [...document.querySelectorAll("details.deal")].map((deal) => [...deal.querySelectorAll("article")]);
const main = document.querySelector("main");
const nav = document.querySelector("nav");
let deal = -1;
let step = 0;

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
const button = (label, key, title, onclick) => {
  const made = element("button", { type: "button", textContent: label, title: `${title} (${key})`, onclick });
  made.setAttribute("aria-label", title);
  return made;
};
const within = (value, count) => Math.max(0, Math.min(value, count - 1));
const parsed = (fragment) => {
  const found = /^#deal-(\d+)(?:-step-(\d+))?$/.exec(fragment);
  return found && [Number(found[1]) - 1, Number(found[2] ?? 1) - 1];
};

const moves = {
  first: () => go(deal, 0),
  back: () => go(deal, step - 1),
  next: () => go(deal, step + 1),
  last: () => go(deal, Infinity),
};
const first = button("|◀", "Home", "First step", moves.first);
const back = button("◀", "←", "Previous step", moves.back);
const next = button("▶", "→", "Next step", moves.next);
const last = button("▶|", "End", "Last step", moves.last);
const chooser = element("select", { onchange: () => go(Number(chooser.value), 0) });
chooser.setAttribute("aria-label", "Deal");
document.querySelectorAll("details.deal > summary").forEach((summary, number) => {
  chooser.append(element("option", { value: number, textContent: summary.textContent }));
});
const count = element("output", {});
const steps = element("ol", {});
const stepsBox = element("div", { className: "steps" }, steps);

function go(toDeal, toStep) {
  show(toDeal, toStep);
  try {
    history.replaceState(null, "", `#${deals[deal][step].id}`);
  } catch {
    // Some viewers keep the address to themselves.
  }
}

function show(toDeal, toStep) {
  const anew = within(toDeal, deals.length) !== deal;
  deal = within(toDeal, deals.length);
  step = within(toStep, deals[deal].length);
  if (anew) {
    document.querySelectorAll("details.deal").forEach((details, number) => { details.open = number === deal; });
    steps.replaceChildren(...deals[deal].map(entry));
    chooser.value = deal;
  }
  document.querySelectorAll("article.shown").forEach((article) => article.classList.remove("shown"));
  deals[deal][step].classList.add("shown");
  mark();
  count.textContent = `${step + 1} / ${deals[deal].length}`;
  first.disabled = back.disabled = step === 0;
  next.disabled = last.disabled = step === deals[deal].length - 1;
}

// A step's line in the list: its caption and badge.
function entry(article) {
  const caption = article.querySelector("h3").cloneNode(true);
  const badge = caption.querySelector(".badge");
  badge?.remove();
  const link = element("a", { href: `#${article.id}`, textContent: caption.textContent.trim() });
  return element("li", {}, link, ...(badge ? [" ", badge] : []));
}

// The links that lead to where we are.
function mark() {
  nav.querySelectorAll("a").forEach((link) => {
    const [toDeal, toStep] = parsed(link.getAttribute("href"));
    const current = toDeal === deal && (toStep === step || link.closest(".deals"));
    if (current) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  stepsBox.scrollTop = steps.children[step].offsetTop - stepsBox.offsetTop - stepsBox.clientHeight / 2;
}

const keys = {
  ArrowLeft: moves.back,
  ArrowRight: moves.next,
  Home: moves.first,
  End: moves.last,
  "Shift ArrowLeft": () => go(deal - 1, 0),
  "Shift ArrowRight": () => go(deal + 1, 0),
};
addEventListener("keydown", (event) => {
  const pressed = (event.shiftKey ? "Shift " : "") + event.key;
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === chooser || !Object.hasOwn(keys, pressed)) return;
  event.preventDefault();
  keys[pressed]();
});
nav.addEventListener("click", (event) => {
  const place = parsed(event.target.closest("a")?.getAttribute("href"));
  if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(...place);
});
addEventListener("hashchange", () => show(...(parsed(location.hash) ?? [deal, step])));

if (deals.length) {
  document.documentElement.classList.add("stepping");
  main.prepend(element("div", { className: "controls" }, first, back, next, last, chooser, count));
  nav.prepend(element("h2", { textContent: "Steps" }), stepsBox);
  show(...(parsed(location.hash) ?? [0, 0]));
}
