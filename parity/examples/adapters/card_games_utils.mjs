// npm `card-games-utils` 1.1.5, class `Rummy`; to be asked by `points-13`.
//
//     NODE_PATH=node_modules python -m parity run --ruleset points-13 \
//       --command "node parity/examples/adapters/card_games_utils.mjs"
//
// Its options default to 13 cards with jokers and wild cards allowed, and a set, a pure sequence and
// another sequence required. `points-13` needs no set; `--no-set-required` turns that option off.
// What is decided here:
//
// - `classify`: `isInPureSequence`, then `isInSequence`, then `isInSet`; the first that is valid
//   names the kind. The order does not matter: no group is valid for two of the first and the last.
// - `judge`: `isReadyToDeclare` of the 13 cards, with the groups as indexes of them. Its `isValid` is
//   `valid`. Its `points` are not told: the package does not say whether they are a penalty, and it
//   has no points for a wrong declaration.
// - The n-th mention of a card is its n-th copy in the hand. When there is no such copy, the last one
//   is mentioned again; a card that the hand does not hold at all has no index, and is skipped.
// - What `makeMeld` throws, such as for 12 cards, is a refusal.
// - A card set aside is no part of the 13. The package has no hand of 14 cards, so 14 without a card
//   to set aside are skipped. A printed joker turned up is its card `JOKER`.
// - A code that is no card is skipped: the package's cards are an enumeration.

import { load, serve, Skip } from "./loop.mjs";

const NAME = "card-games-utils";
const SUITS = { S: "SPADES", H: "HEARTS", D: "DIAMONDS", C: "CLUBS" };
const RANKS = {
  A: "ACE", 2: "TWO", 3: "THREE", 4: "FOUR", 5: "FIVE", 6: "SIX", 7: "SEVEN",
  8: "EIGHT", 9: "NINE", 10: "TEN", J: "JACK", Q: "QUEEN", K: "KING",
};

const { library, version } = load(NAME);
const { Rummy, StandardCardHelper, StandardCardName } = library;
const isSetRequired = !process.argv.includes("--no-set-required");
const rummy = new Rummy(Rummy.makeRummyConfig(isSetRequired));

function nameOf(code) {
  if (code === "JK") return StandardCardName.JOKER;
  const name = StandardCardName[`${SUITS[code.slice(-1)]}_${RANKS[code.slice(0, -1)]}`];
  if (name === undefined) throw new Skip("codes that are no card are not read by the package");
  return name;
}

const cardOf = (code) => StandardCardHelper.makeStandardCard(nameOf(code));
const wildOf = (code) => (code === null ? undefined : nameOf(code));

function classify({ group, wild_card: wildCard }) {
  const cards = group.map(cardOf);
  if (rummy.isInPureSequence(cards).isValid) return { kind: "pure_sequence" };
  if (rummy.isInSequence(cards, wildOf(wildCard)).isValid) return { kind: "impure_sequence" };
  return { kind: rummy.isInSet(cards, wildOf(wildCard)).isValid ? "set" : "invalid" };
}

/** Returns the place of each card of the groups in the hand, copy by copy. */
function placesOf(groups, hand) {
  const mentions = {};
  const placeOf = (code) => {
    const copies = hand.flatMap((held, place) => (held === code ? [place] : []));
    if (!copies.length) throw new Skip("a card that is not in the hand has no index");
    mentions[code] = (mentions[code] ?? -1) + 1;
    return copies[Math.min(mentions[code], copies.length - 1)];
  };
  return groups.map((group) => group.map(placeOf));
}

function thirteen({ hand, discard }) {
  if (discard === null) {
    if (hand.length === 14) throw new Skip("the package has no hand of 14 cards");
    return hand;
  }
  if (!hand.includes(discard)) throw new Skip("cards set aside are not checked by the package");
  return hand.toSpliced(hand.indexOf(discard), 1);
}

function judge(question) {
  const hand = thirteen(question);
  const places = placesOf(question.groups, hand);
  const wildCard = wildOf(question.wild_card);
  const cards = hand.map(cardOf);
  let meld;
  try {
    meld = rummy.makeMeld(cards, places);
  } catch {
    return { refused: true };
  }
  return { valid: rummy.isReadyToDeclare(meld, wildCard).isValid };
}

await serve(isSetRequired ? NAME : `${NAME}, no set required`, version, { classify, judge });
