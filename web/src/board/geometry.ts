// Where things lie on the paper. Lengths of scenes are board units; here a unit is 64 pixels.

import type { LegalMove, Piece, Point, Scene, Site } from "../api";

export const UNIT = 64;
export const HEX_ROW = 0.8660254;

export type XY = [number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the hexagon with axial coordinates (q, r) lies. */
export function hexAt([q, r]: [number, number]): Point {
  return [q + r / 2, -r * HEX_ROW, 0];
}

export function toPaper(at: Point): XY {
  return [at[0] * UNIT, -at[1] * UNIT];
}

/** The ends of the line in the middle of which a site lies, if it is an edge. */
export function edgeOf(scene: Scene, id: number): XY[] {
  const { at, shape } = scene.sites[id]!;
  if (shape !== "edge") return [];
  const line = scene.lines.find(({ from, to }) => at.every((middle, axis) => Math.abs((from[axis]! + to[axis]!) / 2 - middle) < 0.01));
  return line ? [toPaper(line.from), toPaper(line.to)] : [];
}

export function is3d(scene: Scene): boolean {
  return scene.sites.some((site) => site.at[2] > 0.01);
}

const sameLayer = (a: number, b: number) => Math.abs(a - b) < 0.05;

export function layerHeights(scene: Scene): number[] {
  const sorted = scene.sites.map((site) => site.at[2]).sort((a, b) => a - b);
  return sorted.filter((height, index) => index === 0 || !sameLayer(height, sorted[index - 1]!));
}

/** A layer of a pyramid as it is laid out beside the others. */
export interface Plate {
  /** In pixels, around the centres of its sites. */
  box: Box;
  title: string;
}

/** Room between layers that lie beside each other, from the last ball of one to the first of the next. */
const GAP = 1.6;

/** The scene with the hands in a row under the middle of the board. */
function handsBelow(scene: Scene): Scene {
  const board = boardSites(scene);
  if (board.length === scene.sites.length || board.length === 0) return scene;
  const xs = board.map((site) => site.at[0]);
  const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
  const under = Math.min(...board.map((site) => site.at[1])) - 1.75;
  const hands = scene.sites.length - board.length;
  let hand = 0;
  const place = (site: Site): Site => (site.shape === "store" ? { ...site, at: [middle + 2.1 * (hand++ - (hands - 1) / 2), under, 0] } : site);
  return { ...scene, sites: scene.sites.map(place) };
}

/** The board as it lies flat: a pyramid's layers beside each other, in rows about twice as wide as the lowest layer. */
export function layOut(scene: Scene): { scene: Scene; plates: Plate[] } {
  const heights = layerHeights(scene);
  if (heights.length < 2) return { scene: handsBelow(scene), plates: [] };
  const spans = heights.map((height) => {
    const here = boardSites(scene).filter((site) => sameLayer(site.at[2], height));
    const span = (axis: 0 | 1): XY => [Math.min(...here.map((site) => site.at[axis])), Math.max(...here.map((site) => site.at[axis]))];
    return { x: span(0), y: span(1) };
  });
  const widest = 2 * (spans[0]!.x[1] - spans[0]!.x[0]) + GAP;
  const shifts: XY[] = [];
  const plates: Plate[] = [];
  let [left, top, deepest] = [0, 0, 0];
  spans.forEach(({ x, y }, layer) => {
    const [wide, deep] = [x[1] - x[0], y[1] - y[0]];
    if (layer > 0 && left + wide > widest + 0.01) [left, top, deepest] = [0, top - deepest - GAP - 0.35, 0];
    shifts.push([left - x[0], top - y[1]]);
    plates.push({
      box: { left: left * UNIT, top: -top * UNIT, right: (left + wide) * UNIT, bottom: (deep - top) * UNIT },
      title: layer === 0 ? "Ground" : `Layer ${layer + 1}`,
    });
    left += wide + GAP;
    deepest = Math.max(deepest, deep);
  });
  const place = (at: Point): Point => {
    const [dx, dy] = shifts[heights.findIndex((height) => sameLayer(height, at[2]))] ?? [0, 0];
    return [at[0] + dx, at[1] + dy, 0];
  };
  const laid = handsBelow({
    ...scene,
    sites: scene.sites.map((site) => ({ ...site, at: place(site.at) })),
    lines: scene.lines
      .filter((line) => sameLayer(line.from[2], line.to[2]))
      .map((line) => ({ from: place(line.from), to: place(line.to) })),
  });
  return { scene: laid, plates };
}

/** Half the sides of each site, in pixels. Stores are as tall as the rows of pits beside them. */
export function reaches(scene: Scene): XY[] {
  const pits = scene.sites.filter((site) => site.shape === "pit");
  const span = (axis: 0 | 1): XY => [
    Math.min(...pits.map((pit) => pit.at[axis])),
    Math.max(...pits.map((pit) => pit.at[axis])),
  ];
  const [left, right] = span(0);
  const [low, high] = span(1);
  const reach = (site: Site): XY => {
    switch (site.shape) {
      case "hexagon":
        return hexagonsLie(scene) ? [0.577, 0.5] : [0.5, 0.577];
      case "pit":
        return [0.46, 0.46];
      case "store":
        if (pits.length === 0) return [0.9, 0.46];
        if (site.at[0] < left || site.at[0] > right) return [0.46, 0.46 + (high - low) / 2];
        // A hand beside the board is no store of its rows.
        if (Math.abs(site.at[0] - (left + right) / 2) > 0.6) return [0.9, 0.46];
        return [0.46 + (right - left) / 2, 0.46];
      default:
        return [0.5, 0.5];
    }
  };
  return scene.sites.map((site) => reach(site).map((half) => half * UNIT) as XY);
}

export function boxOf(scene: Scene, reach: XY[], extra: XY[] = []): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const take = ([x, y]: XY, [wide, high]: XY) => {
    box.left = Math.min(box.left, x - wide);
    box.right = Math.max(box.right, x + wide);
    box.top = Math.min(box.top, y - high);
    box.bottom = Math.max(box.bottom, y + high);
  };
  scene.sites.forEach((site, index) => take(toPaper(site.at), reach[index]!));
  scene.lines.forEach((line) => [line.from, line.to].forEach((end) => take(toPaper(end), [0, 0])));
  extra.forEach((at) => take(at, [UNIT / 2, UNIT / 2]));
  if (box.left > box.right) return { left: -UNIT, top: -UNIT, right: UNIT, bottom: UNIT };
  return box;
}

const lying = new WeakMap<Site[], boolean>();

/** Whether hexagons lie on a side, because neighbours lie straight above and below each other. */
export function hexagonsLie({ sites }: Scene): boolean {
  let lies = lying.get(sites);
  if (lies === undefined) {
    const hexagons = sites.filter((site) => site.shape === "hexagon");
    const near = (a: number, b: number) => Math.abs(a - b) < 0.02;
    lies = hexagons.some(({ at }) => hexagons.some((other) => near(other.at[0], at[0]) && near(other.at[1], at[1] + 1)));
    lying.set(sites, lies);
  }
  return lies;
}

/** The corners of a hexagon of a scene, `width` pixels between its sides. */
export function hexagon([x, y]: XY, width: number, scene: Scene | undefined): string {
  const [half, side] = [width / 2, width / Math.sqrt(3)];
  const corners: XY[] = [
    [0, -side],
    [half, -side / 2],
    [half, side / 2],
    [0, side],
    [-half, side / 2],
    [-half, -side / 2],
  ];
  const lies = scene !== undefined && hexagonsLie(scene);
  return corners.map(([a, b]) => (lies ? `${(x + b).toFixed(1)},${(y + a).toFixed(1)}` : `${(x + a).toFixed(1)},${(y + b).toFixed(1)}`)).join(" ");
}

export function piecesOn(scene: Scene): Map<number, Piece[]> {
  const on = new Map<number, Piece[]>();
  for (const piece of scene.pieces) {
    if (piece.count === 0) continue;
    const list = on.get(piece.site);
    if (list) list.push(piece);
    else on.set(piece.site, [piece]);
  }
  for (const list of on.values()) list.sort((a, b) => a.level - b.level);
  return on;
}

/** The sites that carry a ball laid on a site of a pyramid. */
export function supports(scene: Scene, id: number): number[] {
  const top = scene.sites[id]!.at;
  const found: number[] = [];
  scene.sites.forEach((site, below) => {
    if (site.shape === "store") return;
    const [dx, dy, dz] = [0, 1, 2].map((axis) => Math.abs(site.at[axis]! - top[axis]!));
    if (site.at[2] < top[2] - 0.05 && dx! < 0.75 && dy! < 0.75 && dz! < 0.95) found.push(below);
  });
  return found;
}

/** The hands beside the board, with what is in them. */
export function handsOf(scene: Scene): { site: number; pieces: Piece[] }[] {
  const board = new Set(boardSites(scene));
  const on = piecesOn(scene);
  return scene.sites.flatMap((site, id) => (board.has(site) ? [] : [{ site: id, pieces: on.get(id) ?? [] }]));
}

/** Sites of a pyramid where nothing can lie yet, because something beneath is missing. */
export function unsupported(scene: Scene): Set<number> {
  const on = piecesOn(scene);
  const closed = new Set<number>();
  scene.sites.forEach((_, id) => {
    if (supports(scene, id).some((below) => !on.has(below))) closed.add(id);
  });
  return closed;
}

/** Whether the board is made of the tiles laid so far, and of the empty cells beside them. */
export function isGrowing(scene: Scene): boolean {
  const plain = scene.sites.every((site) => site.shape === "hexagon" && site.colour === "board");
  return plain && (scene.pieces.some((piece) => piece.shape === "tile") || scene.sites.length < 8);
}

/** Places where a piece could lie in space though the board does not name them: cells beside the tiles. */
export function ghosts(moves: LegalMove[]): [number, number][] {
  const seen = new Map<string, [number, number]>();
  for (const { marks } of moves) if (marks.at) seen.set(marks.at.join(), marks.at);
  return [...seen.values()];
}

/** The sites of the board itself, without the hands beside it. */
export function boardSites(scene: Scene): Site[] {
  const sown = scene.sites.some((site) => site.shape === "pit");
  return sown ? scene.sites : scene.sites.filter((site) => site.shape !== "store");
}

/** Whether squares are dark, on boards of a size that people know chequered; on others null. */
export function chequersOf(scene: Scene): ((site: Site) => boolean) | null {
  const board = boardSites(scene);
  if (board.length !== 64 && board.length !== 100) return null;
  const [left, low] = ([0, 1] as const).map((axis) => Math.min(...board.map((site) => site.at[axis])));
  const steps = (site: Site): XY => [site.at[0] - left!, site.at[1] - low!];
  const plain = board.every((site) => site.shape === "square" && site.colour === "board" && steps(site).every((step) => Math.abs(step - Math.round(step)) < 0.01));
  return plain ? (site) => (Math.round(site.at[0] - left!) + Math.round(site.at[1] - low!)) % 2 === 0 : null;
}

/** Letters along the lower edge and numbers along the left one, where names say column and row. */
export function axes(scene: Scene): { columns: [number, string][]; rows: [number, string][] } | null {
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  const enter = (map: Map<string, number>, name: string, at: number) => {
    const known = map.get(name);
    if (known === undefined) map.set(name, at);
    return known === undefined || Math.abs(known - at) < 0.01;
  };
  const sites = boardSites(scene);
  for (const site of sites) {
    if (!["square", "point", "edge"].includes(site.shape) || site.at[2] > 0.01) return null;
    const parts = /^([a-zA-Z]+)(\d+)$/.exec(site.name);
    if (!parts || !enter(columns, parts[1]!, site.at[0]) || !enter(rows, parts[2]!, site.at[1])) return null;
  }
  const list = (map: Map<string, number>) => [...map].map(([name, at]): [number, string] => [at, name]);
  return sites.length === 0 ? null : { columns: list(columns), rows: list(rows) };
}
