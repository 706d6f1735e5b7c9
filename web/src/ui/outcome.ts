import { signed } from "./text";
import type { Report, View } from "../api";

/** How a game ended, in words. */
export function outcomeWords(view: View): string {
  if (view.resigned !== null && view.turn.kind !== "over") return `${view.players[view.resigned]} resigned`;
  const { outcome } = view;
  if (!outcome) return "The game is over";
  if (view.players.length === 1) return outcome.winner === 0 ? "Solved!" : "Not solved";
  if (outcome.winner !== null) return `${view.players[outcome.winner]} wins`;
  return "A draw";
}

/** What an agent thinks a position is worth: proven values in words, any other on the scale from -1 to 1. */
export function worth({ value, standing }: Report): string {
  return /^[+-]/.test(value) ? signed(standing) : value;
}
