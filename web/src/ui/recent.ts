// The tables that this browser has been at, so that a game is found again without its link.

import { keep, kept } from "./kept";

const KEPT = "tables";
const MOST = 6;

export interface Recent {
  id: string;
  /** What the game is called. */
  title: string;
}

export function recentTables(): Recent[] {
  try {
    const list: unknown = JSON.parse(kept(KEPT) ?? "[]");
    const sound = (one: Partial<Recent> | null) => typeof one?.title === "string" && /^[0-9a-f]{32}$/.test(one.id ?? "");
    return Array.isArray(list) ? (list as Recent[]).filter(sound) : [];
  } catch {
    return [];
  }
}

const write = (list: Recent[]) => keep(KEPT, JSON.stringify(list.slice(0, MOST)));

export function remember(table: Recent) {
  write([table, ...recentTables().filter((one) => one.id !== table.id)]);
}

/** Leaves out a table that is no longer there. */
export function forget(id: string) {
  write(recentTables().filter((one) => one.id !== id));
}
