// How seeds went around the board. The page sees only how many lay where before and after a move; it tries the ways
// in which mancala games sow (either way round, with or without stores, over the emptied pit or not, in one lap or
// in several) and takes the one that explains the most.

import type { Scene } from "../api";

/** One seed's way, and when it goes. */
export interface Flight {
  from: number;
  to: number;
  beat: number;
}

interface Manner {
  ring: number[];
  skipOrigin: boolean;
  laps: boolean;
}

/** The longest sowing that is followed. */
const MOST_SEEDS = 1500;

export function seedCounts(scene: Scene): number[] {
  const counts = scene.sites.map(() => 0);
  for (const piece of scene.pieces) if (piece.shape === "seed") counts[piece.site]! += piece.count;
  return counts;
}

/** All pits and stores against the clock around the middle of the board. */
function circle(scene: Scene): number[] {
  const xs = scene.sites.map((site) => site.at[0]);
  const ys = scene.sites.map((site) => site.at[1]);
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [x0, y0] = [middle(xs), middle(ys)];
  const turn = (id: number) => Math.atan2(scene.sites[id]!.at[1] - y0, scene.sites[id]!.at[0] - x0);
  return scene.sites.map((_, id) => id).sort((a, b) => turn(a) - turn(b));
}

function manners(scene: Scene, source: number): Manner[] {
  const all = circle(scene);
  const list: Manner[] = [];
  for (const ring of [all, [...all].reverse()]) {
    const isStore = (id: number) => scene.sites[id]!.shape === "store";
    const start = ring.indexOf(source);
    const after = [...ring.slice(start + 1), ...ring.slice(0, start)];
    const own = after.find(isStore);
    const rings = [ring.filter((id) => !isStore(id)), ring.filter((id) => !isStore(id) || id === own), ring];
    for (const way of rings) {
      for (const laps of [false, true]) {
        for (const skipOrigin of [false, true]) list.push({ ring: way, skipOrigin, laps });
      }
    }
  }
  return list;
}

function sow(scene: Scene, before: number[], source: number, manner: Manner): { flights: Flight[]; counts: number[] } {
  const counts = [...before];
  const flights: Flight[] = [];
  const { ring } = manner;
  let from = source;
  for (;;) {
    const hand = counts[from]!;
    counts[from] = 0;
    let index = ring.indexOf(from);
    let to = from;
    for (let seed = 0; seed < hand && flights.length < MOST_SEEDS; seed++) {
      index = (index + 1) % ring.length;
      if (manner.skipOrigin && ring[index] === from) index = (index + 1) % ring.length;
      to = ring[index]!;
      counts[to]!++;
      flights.push({ from, to, beat: flights.length });
    }
    const goesOn = manner.laps && scene.sites[to]!.shape === "pit" && counts[to]! > 1 && to !== from;
    if (!goesOn || flights.length >= MOST_SEEDS) return { flights, counts };
    from = to;
  }
}

/** Which seed goes where, and when: first what was sown, then what was captured or gathered in at the end. */
export function sowing(scene: Scene, before: number[], after: number[], from: number | null): Flight[] {
  const lost = before.map((_, id) => id).filter((id) => (after[id] ?? 0) < before[id]!);
  const source = from !== null && (before[from] ?? 0) > 0 ? from : (lost[0] ?? null);
  if (source === null || before.length !== after.length) return [];
  let best = { flights: [] as Flight[], counts: before };
  let bestCost = Infinity;
  for (const manner of scene.sites[source]!.shape === "pit" ? manners(scene, source) : []) {
    const tried = sow(scene, before, source, manner);
    const cost = tried.counts.reduce((sum, count, id) => sum + Math.abs(count - after[id]!), 0);
    if (cost < bestCost) [best, bestCost] = [tried, cost];
  }
  const flights = [...best.flights];
  const change = after.map((count, id) => count - best.counts[id]!);
  const last = flights.length + (flights.length > 0 ? 2 : 0);
  change.forEach((loss, loser) => {
    for (let id = 0, left = -loss; left > 0 && id < change.length; ) {
      if (change[id]! > 0) {
        change[id]!--;
        left--;
        flights.push({ from: loser, to: id, beat: last });
      } else id++;
    }
  });
  return flights;
}
