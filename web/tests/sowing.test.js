// How the page retells a sowing, compared with what the games themselves say.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createServer } from "vite";
import { openTable, getView, startServer } from "./start.js";

let server;
let vite;
let retold;

before(async () => {
  server = await startServer();
  vite = await createServer({ server: { middlewareMode: true }, logLevel: "error", appType: "custom" });
  retold = await vite.ssrLoadModule("/src/board/sowing.ts");
});

after(async () => {
  await vite?.close();
  server?.kill();
});

async function play(id, move) {
  const answer = await fetch(`${server.address}api/tables/${id}/play`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ move }),
  });
  return answer.json();
}

for (const game of ["kalah", "awari", "oware", "vai-lung-thlan", "ohvalhu"]) {
  test(`a sowing of ${game} is retold seed by seed`, async () => {
    const id = await openTable(server.address, game, ["human", "human"]);
    let view = await getView(server.address, id);
    let explained = 0;
    let plies = 0;
    while (plies < 40 && view.moves.length > 0) {
      const move = view.moves[(plies * 7) % view.moves.length];
      const old = retold.seedCounts(view.scene);
      const next = await play(id, move.text);
      const now = retold.seedCounts(next.scene);
      const flights = retold.sowing(next.scene, old, now, move.marks.from);
      const counts = [...old];
      for (const { from, to } of flights) {
        assert.ok(counts[from] > 0, `${move.text}: a seed leaves the empty place ${from}`);
        counts[from]--;
        counts[to]++;
      }
      assert.deepEqual(counts, now, `${game} ${move.text}`);
      const gathered = flights.filter((flight, index) => flight.beat !== index);
      // Apart from captures, which end in a store, every seed was dropped by hand.
      if (gathered.every(({ to }) => next.scene.sites[to].shape === "store")) explained++;
      view = next;
      plies++;
    }
    assert.ok(explained >= plies - 1, `${explained} of ${plies} moves are explained`);
  });
}
