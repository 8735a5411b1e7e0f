// No Thanks! for boardgame.io: pay a chip to refuse the card, or take it and the chips on it.
// The pile and the cards set aside are in G.secret and the chips in G.players, where PlayerView.STRIP_SECRETS hides
// them: nobody is sent the pile, and everybody is sent their own chips only.

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const LOWEST = 3;
const HIGHEST = 35;
const SET_ASIDE = 9;
const CHIPS = { 3: 11, 4: 11, 5: 11, 6: 9, 7: 7 };

function setup({ ctx, random }) {
  const cards = [];
  for (let card = LOWEST; card <= HIGHEST; card += 1) cards.push(card);
  const pile = random.Shuffle(cards).slice(SET_ASIDE);
  const players = {};
  const rows = {};
  for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
    players[seat] = { chips: CHIPS[ctx.numPlayers] };
    rows[seat] = [];
  }
  const card = pile.pop();
  const first = random.Die(ctx.numPlayers) - 1;
  return { secret: { pile }, left: pile.length, first, card, pot: 0, players, rows };
}

function take({ G, playerID }) {
  G.rows[playerID].push(G.card);
  G.rows[playerID].sort((one, other) => one - other);
  G.players[playerID].chips += G.pot;
  G.pot = 0;
  G.card = G.left > 0 ? G.secret.pile.pop() : null;
  G.left = G.secret.pile.length;
}

function decline({ G, playerID, events }) {
  if (G.players[playerID].chips === 0) return INVALID_MOVE;
  G.players[playerID].chips -= 1;
  G.pot += 1;
  events.endTurn();
}

// Only the lowest card of a run counts.
function cost(row) {
  const held = new Set(row);
  return row.reduce((sum, card) => sum + (held.has(card - 1) ? 0 : card), 0);
}

function endIf({ G, ctx }) {
  if (G.card !== null) return undefined;
  const points = ctx.playOrder.map((seat) => cost(G.rows[seat]) - G.players[seat].chips);
  const fewest = Math.min(...points);
  return { points, winners: ctx.playOrder.filter((_, index) => points[index] === fewest) };
}

exports.NoThanks = {
  name: 'no-thanks',
  minPlayers: 3,
  maxPlayers: 7,
  disableUndo: true, // a card that was seen cannot be unseen
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    take: { move: take, client: false },
    decline: { move: decline, client: false },
  },
  turn: {
    order: {
      first: ({ G }) => G.first,
      next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers,
    },
  },
  endIf,
};
