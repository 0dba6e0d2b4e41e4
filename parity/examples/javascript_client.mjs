// A client in JavaScript with rules of its own: what a group is, and whether a declaration stands.
//
//     python -m parity run --ruleset points-13 --command "node parity/examples/javascript_client.mjs"
//
// It takes every rule that it needs from the fields of the ruleset that `start` brings. Put your own
// rules where `classify` and `judge` are; the loop at the end is all that the protocol asks for.

import { createInterface } from "node:readline";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["S", "H", "D", "C"];
const BEST_FIRST = ["pure_sequence", "tunnela", "impure_sequence", "set", "joker_group"];
const JOKER = "JK";
const ACE = 0;
const HIGH_ACE = 13;

let rules = {};

/** Returns rank and suit of a code as numbers; undefined when it is no natural card. */
function parse(code) {
  const rank = RANKS.indexOf(code.slice(0, -1));
  const suit = SUITS.indexOf(code.slice(-1));
  return rank < 0 || suit < 0 ? undefined : { rank, suit, code };
}

const isRed = (suit) => suit === 1 || suit === 2;

/** Returns whether a natural card is wild when `wildCard` is turned up. */
function isWild(card, wildCard) {
  if (wildCard === null || rules.wild_scope === "none") return false;
  const printed = wildCard === JOKER;
  if (printed && rules.printed_joker_up === "none") return false;
  const shown = printed ? parse("AS") : parse(wildCard);
  const byColour = rules.wild_scope === "rank_and_colour" && !printed;
  if (card.rank === shown.rank && (!byColour || isRed(card.suit) === isRed(shown.suit))) return true;
  const apart = Math.abs(card.rank - shown.rank);
  return rules.neighbour_wilds && card.suit === shown.suit && (apart === 1 || apart === RANKS.length - 1);
}

/** Returns whether so many jokers and these cards at face value may be a meld at all. */
function fits(naturals, jokers, mostJokers) {
  return (
    naturals.length + jokers >= rules.meld_min_cards &&
    naturals.length >= Math.max(1, rules.min_naturals) &&
    (mostJokers === null || jokers <= mostJokers)
  );
}

function isSequence(naturals, jokers) {
  if (!fits(naturals, jokers, rules.max_jokers_in_sequence)) return false;
  if (new Set(naturals.map((card) => card.suit)).size !== 1) return false;
  const top = rules.ace === "low" ? RANKS.length - 1 : HIGH_ACE;
  const others = naturals.map((card) => card.rank).filter((rank) => rank !== ACE);
  const aces = naturals.length - others.length;
  for (let high = 0; high <= (top === HIGH_ACE ? aces : 0); high++) {
    const places = [...Array(aces - high).fill(ACE), ...others, ...Array(high).fill(HIGH_ACE)];
    const least = Math.min(...places);
    const size = places.length + jokers;
    const isOnce = new Set(places).size === places.length;
    if (isOnce && Math.max(...places) - least < size && size <= top + 1) return true;
  }
  return false;
}

function isSet(naturals, jokers) {
  return (
    fits(naturals, jokers, rules.max_jokers_in_set) &&
    (rules.set_max_cards === null || naturals.length + jokers <= rules.set_max_cards) &&
    new Set(naturals.map((card) => card.rank)).size === 1 &&
    new Set(naturals.map((card) => card.suit)).size === naturals.length
  );
}

/** Returns what these cards are, given which of them stand at face value. */
function read(naturals, jokers) {
  if (isSequence(naturals, jokers)) return jokers ? "impure_sequence" : "pure_sequence";
  const isTriplet = naturals.length === 3 && new Set(naturals.map((card) => card.code)).size === 1;
  if (rules.identical_triplet && !jokers && isTriplet) return "tunnela";
  if (isSet(naturals, jokers)) return "set";
  const jokersMeld = rules.min_naturals === 0 || rules.jokers_to_declare || rules.tunnelas_to_declare;
  if (jokersMeld && !naturals.length && jokers >= rules.meld_min_cards) return "joker_group";
  return "invalid";
}

/** Returns what a group is: of all readings of its wild cards the one that serves best. */
function kindOf(codes, wildCard) {
  const cards = codes.filter((code) => code !== JOKER).map(parse);
  const wild = cards.filter((card) => isWild(card, wildCard));
  const plain = cards.filter((card) => !isWild(card, wildCard));
  const found = new Set();
  for (let atFace = 0; atFace < 2 ** wild.length; atFace++) {
    const naturals = [...plain, ...wild.filter((_, place) => atFace & (1 << place))];
    found.add(read(naturals, codes.length - naturals.length));
  }
  const best = BEST_FIRST.find((kind) => found.has(kind));
  if (best) return best;
  return rules.dublees_to_declare && codes.length === 2 && codes[0] === codes[1] ? "dublee" : "invalid";
}

/** Returns the cards of a list that another list does not hold, copy by copy. */
function without(codes, others) {
  const left = [...codes];
  for (const code of others) {
    const place = left.indexOf(code);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

function points(code, wildCard) {
  const card = parse(code);
  if (!card || isWild(card, wildCard)) return 0;
  if (card.rank === ACE) return rules.ace_points;
  return card.rank < RANKS.indexOf("J") ? card.rank + 1 : rules.court_points;
}

/** Returns whether these cards cannot be a hand, or the groups not be made of it. */
function isNoHand({ hand, groups, discard, wild_card: wildCard }) {
  const known = (code) => code === JOKER || parse(code) !== undefined;
  const grouped = groups.flat();
  const all = [...hand, ...grouped, ...(discard === null ? [] : [discard])];
  if (![...all, ...(wildCard === null ? [] : [wildCard])].every(known)) return true;
  const mayTurnUp = rules.wild_scope !== "none" && (wildCard !== JOKER || rules.printed_jokers > 0);
  if (wildCard !== null && !mayTurnUp) return true;
  const copies = (code) => (code === JOKER ? rules.printed_jokers : rules.decks);
  if (hand.some((code) => hand.filter((other) => other === code).length > copies(code))) return true;
  const sizes = Object.values(rules.hand_size_by_players);
  const isWhole = sizes.includes(hand.length);
  if (!isWhole && !sizes.includes(hand.length - 1)) return true;
  if (groups.some((group) => !group.length)) return true;
  if (discard !== null && (isWhole || !hand.includes(discard))) return true;
  const shown = discard === null ? grouped : [...grouped, discard];
  if (shown.length - (hand.length - without(hand, shown).length) > 0) return true;
  const mustName = rules.goes_out_by === "knocking" || hand.length - grouped.length !== 1;
  return !isWhole && discard === null && mustName;
}

function classify(question) {
  return { kind: kindOf(question.group, question.wild_card) };
}

function judge(question) {
  const { hand, groups, discard, wild_card: wildCard } = question;
  if (isNoHand(question)) return { refused: true };
  const kinds = groups.map((group) => kindOf(group, wildCard));
  const left = without(hand, [...groups.flat(), ...(discard === null ? [] : [discard])]);
  const isOneMore = !Object.values(rules.hand_size_by_players).includes(hand.length);
  const loose = left.length - (isOneMore && discard === null ? 1 : 0);
  const sequences = kinds.filter((kind) => BEST_FIRST.indexOf(kind) >= 0 && kind !== "set" && kind !== "joker_group");
  const pure = sequences.filter((kind) => kind !== "impure_sequence");
  const longest = Math.max(0, ...groups.map((group, n) => (kinds[n].endsWith("sequence") ? group.length : 0)));
  let valid = kinds.every((kind) => kind !== "invalid" && kind !== "dublee");
  if (rules.goes_out_by === "knocking") {
    valid &&= left.reduce((sum, code) => sum + points(code, wildCard), 0) <= rules.knock_limit;
  } else {
    valid &&= loose === 0 && sequences.length >= rules.min_sequences;
    valid &&= pure.length >= rules.min_pure_sequences && longest >= (rules.long_sequence_cards ?? 0);
  }
  const isCharged = !valid && rules.wrong_declaration === "penalised";
  return { valid, penalty: isCharged ? rules.wrong_declaration_points : 0 };
}

function answer(question) {
  if (question.ask === "classify") return { answer: classify(question) };
  const otherWays = rules.dublees_to_declare ?? rules.tunnelas_to_declare ?? rules.jokers_to_declare;
  if (otherWays) return { skip: "dublees, tunnelas and jokers that suffice to declare are not written yet" };
  return { answer: judge(question) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.cmd === "stop") break;
  let reply;
  if (message.cmd === "start") {
    rules = message.rules;
    reply = { version: 1, name: "javascript example", questions: ["classify", "judge"] };
  } else {
    reply = { seq: message.seq, id: message.id, ...answer(message.question) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
