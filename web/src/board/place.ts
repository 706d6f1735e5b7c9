// Setting a position up by pointing: how a click changes the text of a position, for the forms of text there are.

import { call, type Scene } from "../api";

/** A position as the server shows it. */
export interface Placed {
  game: string;
  position: string;
  scene: Scene;
  moves: number;
  players: string[];
  player: number | null;
  over: boolean;
  /** The names of the pieces of a described game. */
  pieces: string[];
}

export const place = (game: string, position: string) => call<Placed>("POST", "position", { game, position });

/** Something that can be laid on a site. */
export interface Tool {
  name: string;
  title: string;
}

/** A form of text that can be changed by pointing. */
export interface Form {
  tools: Tool[];
  /** The text after a tool was used on a site. */
  put(site: number, tool: string): string;
  /** The text with another player on turn. */
  turn(player: number): string;
  /** The text with nothing on the board. */
  clear(): string;
}

const EMPTY: Tool = { name: "", title: "Take away" };

/** The form of a position's text, if it is one that we know. */
export function formOf(placed: Placed): Form | null {
  const { position } = placed;
  if (/^(board|draws):/.test(position)) return described(placed);
  if (/^[0-9bw]+(\/[0-9bw]+)* [bw]( |$)/.test(position)) return rows(position);
  if (/^[0-9,/]+ stores /.test(position)) return pits(placed);
  if (/^(\d+(-\d+)?:[a-z0-9]+ )*(white|black|red)( |$)/.test(position)) return columns(placed);
  if (/^red=\S+ black=\S+ hand=/.test(position)) return tiles(placed);
  return null;
}

/** What depends on how a position came about, and is left out of one that is set up. */
const PAST = ["draws", "over", "ranks", "last", "history", "stuck", "passed", "moves", "turn", "visited", "clear", "pending", "active"];

/** A list such as a1=Man1,b1=Seed*4. */
const pairs = (text: string | undefined) => (text ?? "").split(",").filter(Boolean).map((one) => one.split("=") as [string, string]);

/** Words of the form key:value. Several pieces in a pit or a hand are counted; those beneath another are listed apart. */
function described({ position, pieces, scene }: Placed): Form {
  const words = new Map(position.split(/\s+/).map((word) => [word.slice(0, word.indexOf(":")), word.slice(word.indexOf(":") + 1)]));
  for (const past of PAST) words.delete(past);
  const board = new Map(pairs(words.get("board")));
  const under = pairs(words.get("under"));
  const list = (of: Iterable<[string, string]>) => [...of].map(([site, piece]) => `${site}=${piece}`).join(",");
  const write = (change: (words: Map<string, string>) => void) => {
    const next = new Map([["board", list(board)], ...words]);
    next.set("board", list(board));
    if (under.length > 0) next.set("under", list(under));
    else next.delete("under");
    change(next);
    return [...next].map(([key, value]) => `${key}:${value}`).join(" ");
  };
  const count = (name: string, tool: string) => {
    const [piece, many = "1"] = (board.get(name) ?? "*0").split("*");
    const next = Number(many) + (tool === "" ? -1 : 1);
    const kind = tool || piece!;
    if (tool !== "" && piece !== tool) board.set(name, tool);
    else if (next < 1) board.delete(name);
    else board.set(name, next === 1 ? kind : `${kind}*${next}`);
  };
  const replace = (name: string, tool: string) => {
    if (tool !== "" && board.get(name) !== tool) return board.set(name, tool);
    const beneath = under.findLastIndex(([site]) => site === name);
    if (beneath < 0) board.delete(name);
    else board.set(name, under.splice(beneath, 1)[0]![1]);
  };
  return {
    tools: [...pieces.map((name) => ({ name, title: name })), EMPTY],
    put(site, tool) {
      const { name, shape } = scene.sites[site]!;
      if (shape === "pit" || shape === "store") count(name, tool);
      else replace(name, tool);
      return write(() => {});
    },
    turn: (player) =>
      write((next) => {
        next.set("mover", String(player + 1));
        next.delete("next");
        next.delete("prev");
      }),
    clear() {
      board.clear();
      under.length = 0;
      return write(() => {});
    },
  };
}

/** Rows of stones, with numbers for gaps: 2b1/4 w. */
function rows(position: string): Form {
  const [board, , ...rest] = position.split(" ");
  const mover = position.split(" ")[1]!;
  const cells = board!.split("/").map((row) => row.replaceAll(/\d+/g, (gap) => ".".repeat(Number(gap))));
  const wide = cells[0]!.length;
  const write = (list: string[], who: string) => [list.map((row) => row.replaceAll(/\.+/g, (gap) => String(gap.length))).join("/"), who, ...rest].join(" ");
  return {
    tools: [{ name: "b", title: "Black" }, { name: "w", title: "White" }, EMPTY],
    put(site, tool) {
      const all = [...cells.join("")];
      all[site] = all[site] === tool || tool === "" ? "." : tool;
      const list = cells.map((_, row) => all.slice(row * wide, (row + 1) * wide).join(""));
      // Black begins, so whoever has fewer stones is on turn.
      const more = (stone: string) => all.filter((cell) => cell === stone).length;
      return write(list, more("b") > more("w") ? "w" : "b");
    },
    turn: (player) => write(cells, player === 0 ? "b" : "w"),
    clear: () => write(cells.map((row) => ".".repeat(row.length)), mover),
  };
}

/** Seeds in pits, row by row: 4,4/4,4 stores 0:0 mover 1. */
function pits({ position, scene }: Placed): Form {
  const [board, , stores, , mover] = position.split(" ");
  const seeds = board!.split("/").map((row) => row.split(",").map(Number));
  const stored = stores!.split(":").map(Number);
  const write = (who: string) => `${seeds.map((row) => row.join(",")).join("/")} stores ${stored.join(":")} mover ${who}`;
  return {
    tools: [{ name: "1", title: "One seed more" }, { name: "-1", title: "One seed less" }, EMPTY],
    put(site, tool) {
      const change = (old: number) => (tool === "" ? 0 : Math.max(0, old + Number(tool)));
      const wide = seeds[0]!.length;
      const shape = scene.sites[site]!.shape;
      if (shape === "pit") seeds[Math.floor(site / wide)]![site % wide] = change(seeds[Math.floor(site / wide)]![site % wide]!);
      else stored[site - 2 * wide] = change(stored[site - 2 * wide] ?? 0);
      return write(mover!);
    },
    turn: (player) => write(String(player + 1)),
    clear() {
      for (const row of seeds) row.fill(0);
      stored.fill(0);
      return write(mover!);
    },
  };
}

/** Columns on numbered tiles, the owner's pieces first: 1-18:b 20:w2b white 0. */
function columns({ position, scene }: Placed): Form {
  const words = position.split(" ");
  const held = new Map<number, string>();
  const rest: string[] = [];
  for (const word of words) {
    const parts = /^(\d+)(?:-(\d+))?:([a-z0-9]+)$/.exec(word);
    if (!parts) rest.push(word);
    else for (let tile = Number(parts[1]); tile <= Number(parts[2] ?? parts[1]); tile++) held.set(tile, parts[3]!);
  }
  const letters = new Map([["white", "w"], ["black", "b"], ["red", "r"]]);
  const names = [...letters.keys()].filter((name) => scene.captions.some((text) => text.toLowerCase().startsWith(name)));
  const players = names.length > 1 ? names : ["white", "black"];
  const write = (mover: string) => [...[...held].sort(([a], [b]) => a - b).map(([tile, column]) => `${tile}:${column}`), mover, ...rest.slice(1)].join(" ");
  return {
    tools: [...players.map((name) => ({ name: letters.get(name)!, title: name[0]!.toUpperCase() + name.slice(1) })), EMPTY],
    put(site, tool) {
      const tile = Number(scene.sites[site]!.name);
      if (tool === "") held.delete(tile);
      else {
        // The piece goes on top: its colour becomes the owner, with all of its pieces.
        const counts = new Map([...(held.get(tile) ?? "").matchAll(/([a-z])(\d*)/g)].map(([, who, many]) => [who!, Number(many || 1)]));
        const own = (counts.get(tool) ?? 0) + 1;
        counts.delete(tool);
        held.set(tile, [[tool, own] as const, ...counts].map(([who, many]) => (many > 1 ? `${who}${many}` : who)).join(""));
      }
      return write(rest[0]!);
    },
    turn: (player) => write(players[player] ?? rest[0]!),
    clear() {
      held.clear();
      return write(rest[0]!);
    },
  };
}

/** Tiles by their places, and those still in hand: red=0,0 black=1,0 hand=18,18 player=1 stage=lay. */
function tiles({ position, scene, players }: Placed): Form {
  const fields = new Map(position.split(/\s+/).map((word) => word.split("=") as [string, string]));
  const colours = ["red", "black"] as const;
  const laid = colours.map((colour) => new Set(fields.get(colour) === "-" ? [] : fields.get(colour)!.split(";")));
  const hand = fields.get("hand")!.split(",").map(Number);
  const most = laid.map((set, colour) => set.size + hand[colour]!);
  const write = (player?: number) => {
    const left = laid.map((set, colour) => Math.max(0, most[colour]! - set.size));
    const next = new Map(fields);
    colours.forEach((colour, index) => next.set(colour, laid[index]!.size === 0 ? "-" : [...laid[index]!].join(";")));
    next.set("hand", left.join(","));
    // Red begins, and the colours lay in turn; when all tiles are laid, the turn is asked for below.
    const all = left[0]! + left[1]! > 0;
    const who = all ? (laid[0]!.size + laid[1]!.size) % players.length : (player ?? Number(fields.get("player")) - 1);
    next.set("player", String(who + 1));
    next.set("stage", all ? "lay" : "lift");
    return [...next].map(([key, value]) => `${key}=${value}`).join(" ");
  };
  return {
    tools: [{ name: "red", title: "Red" }, { name: "black", title: "Black" }, EMPTY],
    put(site, tool) {
      const { name } = scene.sites[site]!;
      const had = laid.map((set) => set.delete(name));
      const colour = colours.findIndex((one) => one === tool);
      if (colour >= 0 && !had[colour]) laid[colour]!.add(name);
      return write();
    },
    turn: (player) => write(player),
    clear() {
      for (const set of laid) set.clear();
      return write();
    },
  };
}
