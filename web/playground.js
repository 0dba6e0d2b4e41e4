// The playground: a hand is laid out in trays, sent to /v1/validate, and the verdict drawn.
// What is asked is also kept in the address after #, so that a link shows the same hand.

import { DECK, cardName, drawCard, element, readCodes } from "./cards.js";

const byId = (id) => document.getElementById(id);
const HAND = "hand";
const ASIDE = "aside";
const EXAMPLE = "r=yeeqia-13&w=7D&h=5H 6H 7H 9S 10S JK 4C 4D 4S QC QD QS QH KC"
  + "&g=5H 6H 7H;9S 10S JK;4C 4D 4S;QC QD QS QH&d=KC";
const KINDS = {
  pure_sequence: "Pure sequence", impure_sequence: "Sequence with joker", set: "Set",
  tunnela: "Tunnela", dublee: "Dublee", joker_group: "Jokers", invalid: "No meld",
};
const MODELS = {
  deadwood_only: "A losing hand pays its deadwood.",
  pure_unlocks_all: "A losing hand with a pure sequence pays its deadwood; without one, all its cards.",
  lives_cascade: "A losing hand with every required sequence pays its deadwood; with a pure one only, all but the pure ones; without one, all its cards.",
  two_lives_or_full: "A losing hand with every required sequence pays its deadwood; otherwise all its cards.",
};

let rulesets = [];
let verdict = null;
// Every card has a number of its own: two of a kind are told apart only here.
let cards = [];
let groups = [];
let chosen = new Set();
let nextNumber = 0;

// --- What is asked

function currentRuleset() {
  return rulesets.find((ruleset) => ruleset.id === byId("ruleset").value);
}

function codesIn(place) {
  return cards.filter((card) => card.place === place).map((card) => card.code);
}

function shownGroups() {
  return groups.filter((group) => codesIn(group).length);
}

function question() {
  const asked = { ruleset: byId("ruleset").value, hand: cards.map((card) => card.code) };
  const wild = byId("wild").value.trim();
  if (wild && !byId("wild").disabled) [asked.wild_card] = readCodes(wild);
  const shown = shownGroups();
  if (shown.length) asked.groups = shown.map(codesIn);
  const [aside] = codesIn(ASIDE);
  if (aside) asked.discard = aside;
  return asked;
}

/** Makes these codes the hand; a card that is there already stays in its group. */
function setHand(codes) {
  const before = [...cards];
  cards = codes.map((code) => {
    const known = before.findIndex((card) => card.code === code);
    return known < 0 ? { number: nextNumber++, code, place: HAND } : before.splice(known, 1)[0];
  });
}

/** Lays the hand out in these groups, as far as its cards go. */
function setGroups(lists, aside) {
  for (const card of cards) card.place = HAND;
  const take = (code, place) => {
    const card = cards.find((one) => one.code === code && one.place === HAND);
    if (card) card.place = place;
    else cards.push({ number: nextNumber++, code, place });
  };
  groups = lists.map((codes) => {
    const group = `group-${nextNumber++}`;
    codes.forEach((code) => take(code, group));
    return group;
  });
  if (aside) take(aside, ASIDE);
}

function readAddress(text) {
  const asked = new URLSearchParams(text);
  const id = asked.get("r");
  if (rulesets.some((ruleset) => ruleset.id === id)) byId("ruleset").value = id;
  byId("wild").value = asked.get("w") ?? "";
  cards = [];
  setHand(readCodes(asked.get("h") ?? ""));
  const lists = (asked.get("g") ?? "").split(";").map(readCodes).filter((codes) => codes.length);
  setGroups(lists, readCodes(asked.get("d") ?? "")[0]);
  changed();
}

function writeAddress() {
  const asked = question();
  const parts = { r: asked.ruleset, w: asked.wild_card, h: asked.hand.join(" ") };
  parts.g = asked.groups?.map((codes) => codes.join(" ")).join(";");
  parts.d = asked.discard;
  const given = Object.entries(parts).filter(([, value]) => value);
  history.replaceState(null, "", `#${new URLSearchParams(given)}`);
}

// --- Drawing

function changed() {
  groups = shownGroups();
  chosen = new Set([...chosen].filter((number) => cards.some((card) => card.number === number)));
  byId("hand").value = cards.map((card) => card.code).join(" ");
  byId("groups").value = groups.map((group) => codesIn(group).join(" ")).join("\n");
  forget();
  draw();
  writeAddress();
}

/** Takes the last answer away: it speaks of another hand. */
function forget() {
  verdict = null;
  byId("answer").hidden = true;
  byId("message").textContent = "";
  for (const list of document.querySelectorAll(".errors")) list.hidden = true;
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

function draw() {
  const ruleset = currentRuleset();
  const sizes = Object.values(ruleset?.hand_size_by_players ?? {});
  const dealt = [...new Set(sizes)].sort((a, b) => a - b);
  byId("ruleset-about").textContent = ruleset?.title ?? "";
  byId("wild").disabled = ruleset?.wild_scope === "none";
  byId("hand-count").textContent = `${cards.length} of ${dealt.join(" or ")} cards, or one more.`;
  const open = document.activeElement?.dataset?.focus;
  const trays = [drawTray(HAND, "In no group"), ...groups.map((group, index) => drawTray(group, `Group ${index + 1}`, index))];
  trays.push(drawTray(ASIDE, "Set aside"));
  byId("trays").replaceChildren(...trays);
  if (open) document.querySelector(`[data-focus="${open}"]`)?.focus();
  byId("new-group").disabled = !chosen.size;
  byId("ungroup").disabled = !groups.length;
}

function drawTray(place, title, index = null) {
  const tray = element("div", { className: place === HAND ? "tray wide" : "tray" });
  const head = element("header", {}, element("h3", { textContent: title }));
  const held = cards.filter((card) => card.place === place);
  const judged = index !== null && verdict ? verdict.groups[index] : null;
  if (judged) head.append(element("span", { textContent: `${KINDS[judged.kind]}, ${judged.points} points` }));
  if (chosen.size) {
    const put = element("button", { type: "button", textContent: "Put here" });
    put.setAttribute("aria-label", `Put the selected cards here: ${title}`);
    put.addEventListener("click", () => moveChosen(place));
    head.append(put);
  }
  const list = element("ul", { className: "cards" });
  list.append(...held.map((card) => element("li", {}, drawHeld(card, title))));
  if (!held.length) list.append(element("li", { className: "empty", textContent: "empty" }));
  tray.append(head, list);
  const found = verdict?.violations.filter((violation) => violation.group === index) ?? [];
  if (index !== null && found.length) {
    tray.classList.add("wrong");
    tray.append(errorList(found.map((violation) => violation.message)));
  }
  makeTarget(tray, place);
  return tray;
}

function drawHeld(card, title) {
  const button = drawCard(card.code, "button");
  button.setAttribute("aria-label", `${cardName(card.code)}, ${title}`);
  button.setAttribute("aria-pressed", chosen.has(card.number));
  button.dataset.focus = `card-${card.number}`;
  button.draggable = true;
  button.addEventListener("click", () => {
    if (!chosen.delete(card.number)) chosen.add(card.number);
    draw();
  });
  button.addEventListener("dragstart", (event) => {
    if (!chosen.has(card.number)) chosen = new Set([card.number]);
    event.dataTransfer.setData("text/plain", card.code);
    event.dataTransfer.effectAllowed = "move";
  });
  return button;
}

function makeTarget(tray, place) {
  tray.addEventListener("dragover", (event) => {
    event.preventDefault();
    tray.classList.add("over");
  });
  tray.addEventListener("dragleave", () => tray.classList.remove("over"));
  tray.addEventListener("drop", (event) => {
    event.preventDefault();
    moveChosen(place);
  });
}

function moveChosen(place) {
  const moved = cards.filter((card) => chosen.has(card.number));
  if (place === ASIDE) {
    // One card alone is set aside; the one before goes back.
    for (const card of cards) if (card.place === ASIDE) card.place = HAND;
    moved.length = Math.min(moved.length, 1);
  }
  for (const card of moved) card.place = place;
  chosen.clear();
  changed();
}

function errorList(messages) {
  return element("ul", { className: "errors" }, ...messages.map((text) => element("li", { textContent: text })));
}

function showErrors(id, messages) {
  const list = byId(id);
  list.replaceChildren(...messages.map((text) => element("li", { textContent: text })));
  list.hidden = !messages.length;
}

// --- The answer

async function judge() {
  forget();
  draw();
  let answer;
  try {
    answer = await fetch("v1/validate", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question()),
    });
  } catch {
    byId("message").textContent = "The service cannot be reached.";
    return;
  }
  const document = await answer.json();
  if (answer.ok) showVerdict(document);
  else if (answer.status === 422) showRefusal(document.errors);
  else byId("message").textContent = document.detail;
}

async function judgeAndShow() {
  await judge();
  if (verdict) byId("answer").focus();
}

function showRefusal(errors) {
  const places = { wild_card: "wild", hand: "hand", groups: "groups", discard: "groups" };
  const told = { wild: [], hand: [], groups: [] };
  const rest = [];
  for (const error of errors) (told[places[error.pointer.split("/")[1]]] ?? rest).push(`${error.detail}.`);
  for (const [id, messages] of Object.entries(told)) {
    showErrors(`${id}-errors`, messages);
    if (messages.length) byId(id).setAttribute("aria-invalid", "true");
  }
  byId("message").textContent = ["This is no hand to judge:", ...rest, "see the marked fields."].join(" ");
  byId(Object.keys(told).find((id) => told[id].length && id !== "groups") ?? "hand").focus();
}

function showVerdict(answer) {
  verdict = answer;
  draw();
  const outcome = byId("verdict");
  outcome.textContent = headline(answer);
  outcome.className = answer.valid ? "good" : answer.groups.length ? "bad" : "";
  byId("why").textContent = reason(answer);
  showErrors("violations", answer.violations.filter((one) => one.group === null).map((one) => one.message));
  const best = answer.best;
  const act = answer.knock ? "knocked with" : "declared";
  byId("best-about").textContent = [
    best.declarable ? `It can be ${act}.` : `It cannot be ${act}.`,
    bestReason(best),
    best.discard ? `Set aside: ${cardName(best.discard)}.` : "",
  ].join(" ");
  const drawn = best.melds.map((meld) => drawMeld(KINDS[meld.kind], meld.points, meld.cards, meld.as));
  if (best.deadwood.length) drawn.push(drawMeld("Deadwood", best.deadwood_points, best.deadwood, best.deadwood));
  byId("best").replaceChildren(...drawn);
  byId("answer").hidden = false;
}

function drawMeld(title, worth, codes, as) {
  const list = element("ul", { className: "cards" });
  list.append(...codes.map((code, place) => element("li", {}, drawCard(code, "span", as[place]))));
  const head = element("header", {}, element("h3", { textContent: `${title}, ${points(worth)}` }));
  return element("div", { className: "meld" }, head, list);
}

function points(number) {
  return number === 1 ? "1 point" : `${number} points`;
}

function headline(answer) {
  const knock = answer.knock;
  switch (answer.outcome) {
    case "valid": return knock ? (knock.gin ? "Gin" : "A legal knock") : "A valid declaration";
    case "wrong_declaration": return `A wrong declaration: ${points(answer.penalty)}`;
    case "rejected": return knock ? "No legal knock: rejected" : "A wrong declaration: rejected";
    default: return `Nothing is shown: ${points(answer.penalty)}`;
  }
}

function reason(answer) {
  const asGrouped = `If another player had won, these groups would cost ${points(answer.points_as_grouped)}.`;
  switch (answer.outcome) {
    case "valid":
      return answer.knock ? `Deadwood: ${points(answer.knock.deadwood_points)}, and at most ${answer.knock.limit} are allowed.` : "It costs nothing.";
    case "wrong_declaration":
      return `The ruleset charges ${points(answer.penalty)} for a wrong declaration. ${asGrouped}`;
    case "rejected":
      return `The ruleset charges nothing for it. ${asGrouped}`;
    default:
      return "That is the least this hand can cost.";
  }
}

/** Returns why the best arrangement costs what it costs. */
function bestReason(best) {
  const ruleset = currentRuleset();
  const cap = ruleset.cap === null ? "" : ` At most ${points(ruleset.cap)}.`;
  return best.declarable && ruleset.goes_out_by === "declaring"
    ? `The hand is complete, and a complete hand of a losing player costs ${points(best.penalty)}.`
    : `A losing player would pay ${points(best.penalty)}. ${MODELS[ruleset.loser_model]}${cap}`;
}

// --- Wiring

function pick(code) {
  cards.push({ number: nextNumber++, code, place: HAND });
  changed();
}

function drawDeck() {
  const button = (code) => {
    const card = drawCard(code, "button");
    card.setAttribute("aria-label", `Add ${cardName(code)}`);
    card.addEventListener("click", () => pick(code));
    return card;
  };
  const rows = DECK.map((suit) => element("div", { className: "suit" }, ...suit.map(button)));
  byId("deck").append(...rows, button("JK"));
}

function onEnter(event, act) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  act();
}

async function start() {
  drawDeck();
  const answer = await fetch("v1/rulesets");
  const listed = await answer.json();
  if (!answer.ok) {
    byId("message").textContent = listed.detail;
    return;
  }
  rulesets = listed.rulesets;
  byId("ruleset").append(...rulesets.map(({ id }) => element("option", { value: id, textContent: id })));
  byId("question").addEventListener("submit", (event) => {
    event.preventDefault();
    judgeAndShow();
  });
  byId("ruleset").addEventListener("change", changed);
  byId("wild").addEventListener("change", changed);
  const readHand = () => {
    setHand(readCodes(byId("hand").value));
    changed();
  };
  byId("hand").addEventListener("change", readHand);
  byId("hand").addEventListener("keydown", (event) => onEnter(event, () => { readHand(); judgeAndShow(); }));
  byId("groups").addEventListener("change", () => {
    const lists = byId("groups").value.split("\n").map(readCodes).filter((codes) => codes.length);
    setGroups(lists, codesIn(ASIDE)[0]);
    changed();
  });
  byId("new-group").addEventListener("click", () => {
    groups.push(`group-${nextNumber++}`);
    moveChosen(groups.at(-1));
  });
  byId("ungroup").addEventListener("click", () => {
    setGroups([]);
    changed();
  });
  byId("use-best").addEventListener("click", () => {
    const { melds, discard } = verdict.best;
    setGroups(melds.map((meld) => meld.cards), discard);
    changed();
  });
  byId("example").addEventListener("click", () => { readAddress(EXAMPLE); judgeAndShow(); });
  byId("clear").addEventListener("click", () => readAddress(`r=${byId("ruleset").value}`));
  byId("copy").addEventListener("click", copyLink);
  window.addEventListener("hashchange", () => readAddress(location.hash.slice(1)));
  readAddress(location.hash.slice(1));
  if (cards.length) judge();
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    byId("message").textContent = "The link is copied.";
  } catch {
    byId("message").textContent = "The link is in the address bar.";
  }
}

start().catch(() => { byId("message").textContent = "The service cannot be reached."; });
