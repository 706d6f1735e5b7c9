// A table with a pyramid, made by hand: what the page must show whichever game brings it.

export const ID = "0".repeat(32);

const sites = [];
for (let layer = 0; layer < 4; layer++) {
  for (let row = 0; row < 4 - layer; row++) {
    for (let column = 0; column < 4 - layer; column++) {
      const at = [column + layer / 2, row + layer / 2, layer / Math.SQRT2];
      sites.push({ name: `${"abcd"[column]}${row + 1}/${layer}`, at, shape: "hole", colour: "board" });
    }
  }
}

const colours = ["white", "black", "red"];
const pieces = [0, 1, 4, 5, 2, 6].map((site, index) => ({
  site,
  level: 0,
  count: 1,
  colour: colours[index % 3],
  shape: "ball",
  label: "",
}));

/** Two places on the second layer are carried by four balls, and some of the ground is free. */
const open = ["a1/1", "b1/1", "d1/0", "a3/0"];
const moves = open.map((text) => {
  const to = sites.findIndex((site) => site.name === text);
  return { text, marks: { from: null, to, choice: "", at: null } };
});

export const view = {
  id: ID,
  version: 1,
  game: "pyramid",
  name: "pyramid",
  family: "made by hand",
  players: ["White", "Black"],
  colours: ["white", "black"],
  seats: ["human", "human"],
  tree: [{ parent: 0, text: "", player: null, evaluation: null, standing: null }],
  node: 0,
  turn: { kind: "player", player: 0 },
  outcome: null,
  resigned: null,
  scene: { sites, pieces, lines: [], captions: [], highlights: [5] },
  moves,
  last: null,
  position: "by hand",
  standings: null,
  thinking: false,
  paused: false,
  pace: 0,
  trouble: null,
};
