// Cards: reading what people type, and drawing one. The service has the last word on notation.

const SUITS = { S: ["♠", "spades"], H: ["♥", "hearts"], D: ["♦", "diamonds"], C: ["♣", "clubs"] };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const NAMES = { A: "ace", J: "jack", Q: "queen", K: "king" };
const SYMBOLS = { "♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C" };
const JOKERS = ["JK", "PJ", "JOKER", "*", "🃏", "🂿"];

export const DECK = Object.keys(SUITS).map((suit) => RANKS.map((rank) => rank + suit));

/** Returns the codes of a text, each as it is printed where it is known, else as it was typed. */
export function readCodes(text) {
  return text.split(/[\s,]+/).filter(Boolean).map(readCode);
}

function readCode(typed) {
  const text = typed.replace(/[\uFE0E\uFE0F]/g, "").toUpperCase();
  if (JOKERS.includes(text)) return "JK";
  const letters = [...text].map((letter) => SYMBOLS[letter] ?? letter).join("");
  const turned = letters.match(/^([SHDC])(.+)$/);
  const plain = turned && !(letters.slice(-1) in SUITS && isRank(letters.slice(0, -1)))
    ? turned[2] + turned[1]
    : letters;
  const rank = plain.slice(0, -1).replace(/^T$/, "10").replace(/^1$/, "A");
  const code = rank + plain.slice(-1);
  return isRank(rank) && plain.slice(-1) in SUITS ? code : typed;
}

function isRank(text) {
  return RANKS.includes(text) || text === "T" || text === "1";
}

/** Returns what a screen reader says of a card. */
export function cardName(code) {
  if (code === "JK") return "printed joker";
  const suit = SUITS[code.slice(-1)];
  const rank = code.slice(0, -1);
  return suit && RANKS.includes(rank) ? `${NAMES[rank] ?? rank} of ${suit[1]}` : `unknown card ${code}`;
}

/** Returns an element that shows a card; `as` is the card that it stands for, if another. */
export function drawCard(code, tag = "span", as = code) {
  const card = element(tag, { className: "card" });
  const name = as === code ? cardName(code) : `${cardName(code)} as ${cardName(as)}`;
  if (tag === "button") card.type = "button";
  else card.setAttribute("role", "img");
  card.setAttribute("aria-label", name);
  card.title = name;
  const [symbol] = SUITS[code.slice(-1)] ?? [];
  if (code === "JK") card.append("JK", element("small", { textContent: "joker" }));
  else if (cardName(code).startsWith("unknown")) {
    card.classList.add("odd");
    card.append(code.slice(0, 8));
  } else {
    card.classList.toggle("red", "HD".includes(code.slice(-1)));
    card.append(code.slice(0, -1), element("span", { textContent: symbol }));
  }
  if (as !== code) card.append(element("small", { textContent: `= ${pretty(as)}` }));
  return card;
}

/** Returns a code with its suit as a symbol. */
function pretty(code) {
  const [symbol] = SUITS[code.slice(-1)] ?? [code.slice(-1)];
  return code === "JK" ? code : code.slice(0, -1) + symbol;
}

/** Returns a new element with these properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}
