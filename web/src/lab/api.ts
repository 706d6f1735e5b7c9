// Runs of the laboratory.

import { call } from "../api";

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

export interface MatchReport extends Tally {
  score: Estimate;
  elo: Estimate;
  /** With the first agent in the first and in the second seat. */
  by_seat: Tally[];
  length: number;
  opening: number;
  distinct: number;
  troubled: number;
  /** Milliseconds a move. */
  pace: [number, number];
  /** The first agent's score game by game. */
  course: number[];
}

export interface Metric {
  name: string;
  unit: string;
  what: string;
  mean: number;
  low: number | null;
  high: number | null;
  median: number;
  min: number;
  max: number;
  games: number;
}

export interface MeasureReport {
  ends: { name: string; count: number; share: { rate: number; low: number; high: number } }[];
  metrics: Metric[];
  /** How long games are: from, to, how many. */
  lengths: [number, number, number][];
}

interface Common {
  id: number;
  game: string;
  title: string | null;
  agents: string[];
  games: number;
  seed: number;
  phase: "waiting" | "running" | "finished" | "stopped" | "failed";
  done: number;
  seconds: number;
  trouble: string | null;
}

export type Run = Common & ({ kind: "match"; report: MatchReport | null } | { kind: "measure"; report: MeasureReport | null });

export interface LabMessage {
  run?: Run;
  runs?: Run[];
  removed?: number;
}

export const lab = {
  begin: (wish: { kind: Run["kind"]; game: string; agents: string[]; games: number; seed: number }) => call<Run>("POST", "runs", wish),
  stop: (id: number) => call<Run>("POST", `runs/${id}/stop`),
  remove: (id: number) => call<null>("DELETE", `runs/${id}`),
};
