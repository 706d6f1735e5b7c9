// How a person's pointing becomes a move: first where it starts (if it starts anywhere), then where it ends,
// then what remains to be chosen.

import type { LegalMove, Scene } from "../api";

/** A place that can be pointed at: a site of the scene, or a cell that is not in it yet. */
export type Place = { site: number } | { cell: [number, number] };

export const placeKey = (place: Place) => ("site" in place ? `s${place.site}` : `c${place.cell.join()}`);

export function targetOf(move: LegalMove): Place | null {
  if (move.marks.at) return { cell: move.marks.at };
  if (move.marks.to !== null) return { site: move.marks.to };
  return null;
}

export type Step =
  | { kind: "play"; move: string }
  | { kind: "select"; site: number }
  | { kind: "ask"; moves: LegalMove[] }
  | { kind: "clear" }
  | { kind: "refuse"; why: string };

/** Whether pointing at `key` ends this move, given that it starts at `selected`. */
function ends(move: LegalMove, key: string, selected: number | null): boolean {
  if (move.marks.from !== selected) return false;
  const target = targetOf(move);
  return target !== null && placeKey(target) === key;
}

/** Places that can be pointed at next. */
export function openPlaces(moves: LegalMove[], selected: number | null): Set<string> {
  const open = new Set<string>();
  for (const move of moves) {
    const target = targetOf(move);
    if (move.marks.from === selected && target) open.add(placeKey(target));
    if (move.marks.from !== null) open.add(`s${move.marks.from}`);
  }
  return open;
}

/** Places where the selected piece may go. */
export function targets(moves: LegalMove[], selected: number | null): Set<string> {
  const open = new Set<string>();
  for (const move of moves) {
    const target = targetOf(move);
    if (move.marks.from === selected && target) open.add(placeKey(target));
  }
  return open;
}

/** Moves without a place: passing, accepting, resigning a right. They become buttons. */
export function bareMoves(moves: LegalMove[]): LegalMove[] {
  return moves.filter((move) => move.marks.from === null && targetOf(move) === null);
}

export function point(scene: Scene, moves: LegalMove[], selected: number | null, place: Place): Step {
  const key = placeKey(place);
  const name = "site" in place ? (scene.sites[place.site]?.name ?? "this place") : "this cell";
  const finishing = moves.filter((move) => ends(move, key, selected));
  if (finishing.length === 1) return { kind: "play", move: finishing[0]!.text };
  if (finishing.length > 1) return { kind: "ask", moves: finishing };
  if (selected !== null) {
    const landing = moves.filter((move) => ends(move, key, null));
    if (landing.length === 1) return { kind: "play", move: landing[0]!.text };
    if (landing.length > 1) return { kind: "ask", moves: landing };
  }
  if ("site" in place) {
    if (place.site === selected) {
      const still = moves.filter((move) => move.marks.from === selected && targetOf(move) === null);
      return still.length > 1 ? { kind: "ask", moves: still } : { kind: "clear" };
    }
    const starting = moves.filter((move) => move.marks.from === place.site);
    const shape = scene.sites[place.site]?.shape;
    const decided = starting.length === 1 && (shape === "pit" || targetOf(starting[0]!) === null);
    if (decided) return { kind: "play", move: starting[0]!.text };
    const anywhere = starting.filter((move) => targetOf(move) !== null);
    if (starting.length > 0 && (anywhere.length === 0 || shape === "pit")) return { kind: "ask", moves: starting };
    if (starting.length > 0) return { kind: "select", site: place.site };
  }
  if (moves.length === 0) return { kind: "refuse", why: "There is nothing to move now." };
  if (selected !== null) {
    const from = scene.sites[selected]?.name ?? "there";
    return { kind: "refuse", why: `${from} cannot move to ${name}. The marked places are open.` };
  }
  const starts = moves.some((move) => move.marks.from !== null);
  const why = starts ? `Nothing can move from ${name} now.` : `${name} cannot be played now.`;
  return { kind: "refuse", why: `${why} The marked places are open.` };
}
