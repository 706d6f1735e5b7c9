// The tables that this browser has been at, so that a game is found again without its link.

const KEPT = "ludex-tables";
const MOST = 6;

export interface Recent {
  id: string;
  /** What the game is called. */
  title: string;
}

export function recentTables(): Recent[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    const sound = (one: Partial<Recent> | null) => typeof one?.title === "string" && /^[0-9a-f]{32}$/.test(one.id ?? "");
    return Array.isArray(list) ? (list as Recent[]).filter(sound) : [];
  } catch {
    return [];
  }
}

function keep(list: Recent[]) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Without storage nothing is found again but by its link.
  }
}

export function remember(table: Recent) {
  keep([table, ...recentTables().filter((one) => one.id !== table.id)]);
}

/** Leaves out a table that is no longer there. */
export function forget(id: string) {
  keep(recentTables().filter((one) => one.id !== id));
}
