// npm `rummy-rules` 1.0.1-9 and the cards that it builds on, `bee52` 1.0.3-6; to be asked by `knock-52`.
//
//     NODE_PATH=node_modules python -m parity run --ruleset knock-52 \
//       --command "node parity/examples/adapters/rummy_rules.mjs"
//
// It knows what fits together in 52 cards, hands of 7, and a score for melds on the table that no
// ruleset here has. What is decided here:
//
// - `classify`: a group that `Sets.isFull` is a `pure_sequence` when `Sets.isSeq` says so and a `set`
//   when `Sets.isSet` does; anything else is `invalid`.
// - Jokers are skipped: it has no such card. So are cards twice: its decks hold each card once.
// - It has no arrangement of a hand and no declaration to judge. Its score is not asked.

import { load, serve, Skip } from "./loop.mjs";

const SUITS = { S: "SPADES", H: "HEARTS", D: "DIAMONDS", C: "CLUBS" };

const { library, version } = load("rummy-rules");
const { library: bee52 } = load("bee52");
const { Card, Rank } = bee52;
const { isFull, isSeq, isSet } = library.Sets;

function cardOf(code) {
  const rank = code.slice(0, -1).toLowerCase();
  const suit = SUITS[code.slice(-1)];
  if (!Rank.RANKS.includes(rank) || suit === undefined) throw new Skip("the package has no jokers");
  return Card.card(rank, suit);
}

function classify({ group }) {
  if (new Set(group).size < group.length) throw new Skip("cards twice are not in the package's deck");
  const cards = group.map(cardOf);
  if (!isFull(cards)) return { kind: "invalid" };
  if (isSeq(cards)) return { kind: "pure_sequence" };
  return { kind: isSet(cards) ? "set" : "invalid" };
}

await serve("rummy-rules", version, { classify });
