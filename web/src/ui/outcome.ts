import type { View } from "../api";

/** How a game ended, in words. */
export function outcomeWords(view: View): string {
  if (view.resigned !== null && view.turn.kind !== "over") return `${view.players[view.resigned]} resigned`;
  const { outcome } = view;
  if (!outcome) return "The game is over";
  if (view.players.length === 1) return outcome.winner === 0 ? "Solved!" : "Not solved";
  if (outcome.winner !== null) return `${view.players[outcome.winner]} wins`;
  return "A draw";
}
