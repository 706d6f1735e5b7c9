// How a person's pointing becomes a move: first where it starts (if it starts anywhere), then where it ends,
// then what remains to be chosen.

import type { LegalMove, Scene } from "../api";
import { hexAt } from "./geometry";

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

/** What becomes of a drop; a lift is a move of its own, after which the piece is laid where it was dropped. */
export type Drop = Extract<Step, { kind: "play" | "ask" | "refuse" }> | { kind: "lift"; move: string };

/** Whether a site is a hand beside the board, from which pieces come, and no store that is sown from. */
export function isHand(scene: Scene, site: number | null): boolean {
  return site !== null && scene.sites[site]?.shape === "store" && !scene.sites.some(({ shape }) => shape === "pit");
}

/** Whether pointing at `key` ends this move, given that it starts at `selected`. */
function ends(move: LegalMove, key: string, selected: number | null): boolean {
  if (move.marks.from !== selected) return false;
  const target = targetOf(move);
  return target !== null && placeKey(target) === key;
}

/** Whether a move may be ended now: it starts where something is selected, nowhere, or in a hand that need not be named. */
function continues(scene: Scene, move: LegalMove, selected: number | null): boolean {
  return move.marks.from === selected || (selected === null && isHand(scene, move.marks.from));
}

/** Places that can be pointed at next. */
export function openPlaces(scene: Scene, moves: LegalMove[], selected: number | null): Set<string> {
  const open = targets(scene, moves, selected);
  for (const move of moves) {
    if (move.marks.from !== null) open.add(`s${move.marks.from}`);
  }
  return open;
}

/** Places where the selected piece may go. */
export function targets(scene: Scene, moves: LegalMove[], selected: number | null): Set<string> {
  const open = new Set<string>();
  for (const move of moves) {
    const target = targetOf(move);
    if (target && continues(scene, move, selected)) open.add(placeKey(target));
  }
  return open;
}

/** Moves without a place: passing, accepting, resigning a right. They become buttons. */
export function bareMoves(moves: LegalMove[]): LegalMove[] {
  return moves.filter((move) => move.marks.from === null && targetOf(move) === null);
}

const placeName = (scene: Scene, place: Place) => ("site" in place ? (scene.sites[place.site]?.name ?? "this place") : "this cell");

/** Why a piece cannot go where it was sent. */
export function cannotReach(scene: Scene, from: number, place: Place): string {
  return `${scene.sites[from]?.name ?? "This piece"} cannot move to ${placeName(scene, place)}. The marked places are open.`;
}

export function point(scene: Scene, moves: LegalMove[], selected: number | null, place: Place): Step {
  const key = placeKey(place);
  const name = placeName(scene, place);
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
  if (selected === null) {
    const dropping = moves.filter((move) => isHand(scene, move.marks.from) && ends(move, key, move.marks.from));
    if (dropping.length === 1) return { kind: "play", move: dropping[0]!.text };
    if (dropping.length > 1) return { kind: "ask", moves: dropping };
  }
  if (moves.length === 0) return { kind: "refuse", why: "There is nothing to move now." };
  if (selected !== null) {
    return { kind: "refuse", why: cannotReach(scene, selected, place) };
  }
  const starts = moves.some((move) => move.marks.from !== null);
  const why = starts ? `Nothing can move from ${name} now.` : `${name} cannot be played now.`;
  return { kind: "refuse", why: `${why} The marked places are open.` };
}

/** What a drop from a site on a place means. */
export function drop(scene: Scene, moves: LegalMove[], from: number, place: Place): Drop {
  const key = placeKey(place);
  const finishing = moves.filter((move) => ends(move, key, from));
  if (finishing.length === 1) return { kind: "play", move: finishing[0]!.text };
  if (finishing.length > 1) return { kind: "ask", moves: finishing };
  const lifting = moves.filter((move) => move.marks.from === from && targetOf(move) === null);
  if (lifting.length === 1) return { kind: "lift", move: lifting[0]!.text };
  return { kind: "refuse", why: cannotReach(scene, from, place) };
}

/** The move that lays a lifted piece at a place, though lifting may have numbered the places anew. */
export function layAt(before: Scene, after: Scene, moves: LegalMove[], place: Place): LegalMove | undefined {
  const at = "site" in place ? before.sites[place.site]!.at : hexAt(place.cell);
  return moves.find((move) => {
    const target = move.marks.from === null ? targetOf(move) : null;
    if (!target) return false;
    const there = "site" in target ? after.sites[target.site]!.at : hexAt(target.cell);
    return Math.hypot(there[0] - at[0], there[1] - at[1], there[2] - at[2]) < 0.05;
  });
}
