// What the server knows about descriptions of games.

import { call, type Entry, type Scene } from "../api";

export interface Remark {
  severity: "error" | "warning";
  message: string;
  from: number;
  to: number;
}

/** What there is to see of a description that can be played. */
export interface Shown {
  title: string;
  players: string[];
  rules: string;
  entry: Entry;
  scene: Scene;
  moves: number;
  plies: number;
  over: boolean;
}

export interface Checked {
  remarks: Remark[];
  game: Shown | null;
}

export interface Suggestion {
  text: string;
  kind: "ludeme" | "constant" | "label" | "define";
  doc: string;
  fits: boolean;
}

export interface Shelf {
  templates: { name: string; title: string; text: string }[];
  shelf: { name: string; family: string; summary: string }[];
}

let shelf: Promise<Shelf> | null = null;

export const descriptions = {
  list: () => (shelf ??= call<Shelf>("GET", "descriptions")),
  text: (name: string) => call<{ text: string }>("GET", `descriptions/${encodeURIComponent(name)}`),
  check: (text: string, plies: number) => call<Checked>("POST", "descriptions/check", { text, plies }),
  complete: (text: string, offset: number) => call<Suggestion[]>("POST", "descriptions/complete", { text, offset }),
  hover: (text: string, offset: number) => call<{ text: string | null }>("POST", "descriptions/hover", { text, offset }),
  keep: (text: string) => call<{ game: string }>("POST", "descriptions", { text }),
};
