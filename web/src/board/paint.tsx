// The parts of a flat board: plate, fields, stacks of pieces.

import type { Colour, Piece, Scene, Site } from "../api";
import { UNIT, axes, edgeOf, hexagon, hexagonsLie, isGrowing, toPaper, type Box, type Plate, type XY } from "./geometry";
import { FIELD, PIECE, figureShade, isDarkField } from "./shades";

const COLOURS = Object.keys(PIECE) as Colour[];

/** Seeds are of different sorts: lit, body, shaded. */
const SEEDS = [
  ["#f3d9ad", "#c4935b", "#7c5029"],
  ["#efe3ca", "#c6ab84", "#826948"],
  ["#e2b994", "#ad6d3f", "#693c1c"],
  ["#d6d5c4", "#979a86", "#5c5f50"],
] as const;

export const seedFill = (id: number) => `url(#seed-${(id * 7) % SEEDS.length})`;

/** The grain of wood: lines that wander a little and meet themselves where the pattern repeats. */
const GRAIN = { wide: 460, high: 230, lines: 30 };
const grainLines = Array.from({ length: GRAIN.lines }, (_, index) => {
  const wander = (turn: number) => 7 * Math.sin(index * turn);
  const y = (index + 0.5) * (GRAIN.high / GRAIN.lines) + 2.4 * Math.sin(index * 5.3);
  const [a, b] = [wander(1.7), wander(2.9)];
  const { wide } = GRAIN;
  return {
    d: `M0 ${y.toFixed(1)}C${(wide * 0.3).toFixed(0)} ${(y + a).toFixed(1)} ${(wide * 0.7).toFixed(0)} ${(y + b).toFixed(1)} ${wide} ${y.toFixed(1)}`,
    width: 0.6 + 0.9 * Math.abs(Math.sin(index * 3.1)),
    opacity: 0.05 + 0.09 * Math.abs(Math.sin(index * 4.7)),
  };
});

/** Gradients that every board refers to. Drawn once on the page. */
export function Palette() {
  return (
    <svg width="0" height="0" class="palette" aria-hidden="true">
      <defs>
        {COLOURS.map((colour) => {
          const [lit, body, shaded] = PIECE[colour];
          return (
            <>
              <radialGradient id={`ball-${colour}`} cx=".36" cy=".3" r=".75">
                <stop offset="0" stop-color={lit} />
                <stop offset=".45" stop-color={body} />
                <stop offset="1" stop-color={shaded} />
              </radialGradient>
              <linearGradient id={`face-${colour}`} x2="0" y2="1">
                <stop stop-color={lit} />
                <stop offset="1" stop-color={body} />
              </linearGradient>
            </>
          );
        })}
        {SEEDS.map(([lit, body, shaded], sort) => (
          <radialGradient id={`seed-${sort}`} cx=".36" cy=".3" r=".75">
            <stop offset="0" stop-color={lit} />
            <stop offset=".45" stop-color={body} />
            <stop offset="1" stop-color={shaded} />
          </radialGradient>
        ))}
        <pattern id="grain" width={GRAIN.wide} height={GRAIN.high} patternUnits="userSpaceOnUse">
          {grainLines.map(({ d, width, opacity }) => (
            <path d={d} fill="none" stroke="#5a3206" stroke-width={width} stroke-opacity={opacity} />
          ))}
        </pattern>
        <linearGradient id="wood" x2="0" y2="1">
          <stop stop-color="#efd5a5" />
          <stop offset="1" stop-color="#e2bf85" />
        </linearGradient>
        <linearGradient id="walnut" x2="0" y2="1">
          <stop stop-color="#c08a55" />
          <stop offset="1" stop-color="#9c6534" />
        </linearGradient>
        <radialGradient id="hollow" cx=".5" cy=".62" r=".68">
          <stop offset=".35" stop-color="#8f5e36" />
          <stop offset=".8" stop-color="#734724" />
          <stop offset="1" stop-color="#4f2e14" />
        </radialGradient>
      </defs>
    </svg>
  );
}

/** The slabs under the layers of a pyramid that lie beside each other. */
export function LayerPlates({ plates }: { plates: Plate[] }) {
  return (
    <g class="plate layers">
      {plates.map(({ box, title }) => {
        const frame = { x: box.left - 38, width: box.right - box.left + 76, height: box.bottom - box.top + 76, rx: 14 };
        return (
          <>
            <rect {...frame} y={box.top - 33} fill="#a5824f" />
            <rect {...frame} y={box.top - 38} fill="url(#wood)" />
            <rect {...frame} y={box.top - 38} fill="url(#grain)" />
            <text x={(box.left + box.right) / 2} y={box.bottom + 62}>{title}</text>
          </>
        );
      })}
    </g>
  );
}

/** How far the slab of a board reaches beyond its sites, and how round its corners are. */
function slabOf(scene: Scene): { x: number; y: number; corner: number; top: string; side: string; depth: number } | null {
  const has = (shape: string) => scene.sites.some((site) => site.shape === shape);
  if (has("pit")) return { x: 20, y: 20 + countsRoom(scene), corner: 54, top: "url(#walnut)", side: "#6b431f", depth: 7 };
  if (has("hole") || has("point") || has("edge")) return { x: 6, y: 6, corner: 12, top: "url(#wood)", side: "#a5824f", depth: 6 };
  if (has("square")) return { x: 8, y: 8, corner: 11, top: "#a98352", side: "#7f5f36", depth: 6 };
  return null;
}

/** Room above and below the pits for their counts; with more than two rows the counts lie on the rims. */
export function countsRoom(scene: Scene): number {
  const rows = new Set(scene.sites.filter((site) => site.shape === "pit").map((site) => site.at[1].toFixed(2)));
  return rows.size <= 2 ? 14 : 0;
}

export function Ground({ scene, box }: { scene: Scene; box: Box }) {
  const slab = slabOf(scene);
  if (slab) {
    const frame = { x: box.left - slab.x, width: box.right - box.left + 2 * slab.x, height: box.bottom - box.top + 2 * slab.y, rx: slab.corner };
    return (
      <g class="plate">
        <rect {...frame} y={box.top - slab.y + slab.depth} fill={slab.side} />
        <rect {...frame} y={box.top - slab.y} fill={slab.top} />
      </g>
    );
  }
  if (scene.sites.some((site) => site.shape === "hexagon") && !isGrowing(scene)) {
    return (
      <g class="plate">
        {scene.sites.map((site) => {
          const [x, y] = toPaper(site.at);
          return <polygon points={hexagon([x, y + 6], UNIT * 1.03, scene)} fill="#7f6a4c" />;
        })}
      </g>
    );
  }
  return null;
}

/** The grain of the slab, seen through what is painted on it. */
export function Grain({ scene, box }: { scene: Scene; box: Box }) {
  const slab = slabOf(scene);
  if (!slab) return null;
  const [width, height] = [box.right - box.left + 2 * slab.x, box.bottom - box.top + 2 * slab.y];
  return <rect x={box.left - slab.x} y={box.top - slab.y} width={width} height={height} rx={slab.corner} fill="url(#grain)" class="grain" />;
}

export function Axes({ scene, box }: { scene: Scene; box: Box }) {
  const names = axes(scene);
  if (!names) return null;
  // Large boards are shown smaller, so their letters are drawn larger.
  const size = Math.min(Math.max((15 * (box.right - box.left)) / (10 * UNIT), 11), 24);
  return (
    <g class="axes" aria-hidden="true" font-size={size}>
      {names.columns.map(([x, name]) => (
        <text x={x * UNIT} y={box.bottom + 27}>
          {name}
        </text>
      ))}
      {names.rows.map(([y, name]) => (
        <text x={box.left - 20} y={-y * UNIT + 5}>
          {name}
        </text>
      ))}
    </g>
  );
}

const DARK = "#d8ba88";
const LIGHT = "#f0e1c2";

interface FieldProps {
  scene: Scene;
  id: number;
  reach: XY;
  marked: boolean;
  growing: boolean;
  closed: boolean;
  /** Whether something lies here. */
  filled: boolean;
  /** Which squares are dark, where they are light and dark by turns. */
  chequers: ((site: Site) => boolean) | null;
}

export function Field({ scene, id, reach, marked, growing, closed, filled, chequers }: FieldProps) {
  const site = scene.sites[id]!;
  const [x, y] = toPaper(site.at);
  const [fill, edge] = FIELD[site.colour];
  const mark = marked ? "last" : "none";
  switch (site.shape) {
    case "square":
      return (
        <>
          <rect x={x - 31} y={y - 31} width="62" height="62" rx="4" fill={chequers ? (chequers(site) ? DARK : LIGHT) : fill} />
          {marked && <rect x={x - 29} y={y - 29} width="58" height="58" rx="4" class={mark} />}
        </>
      );
    case "hexagon":
      if (growing) {
        return (
          <>
            <polygon points={hexagon([x, y], UNIT * 0.92, scene)} class="empty-cell" />
            {marked && <polygon points={hexagon([x, y], UNIT * 0.87, scene)} class={mark} />}
          </>
        );
      }
      return (
        <>
          <polygon points={hexagon([x, y], UNIT * 0.97, scene)} fill={fill} stroke={edge} stroke-width="1.5" stroke-linejoin="round" />
          {marked && <polygon points={hexagon([x, y], UNIT * 0.87, scene)} class={mark} />}
          {site.name.length <= 3 && !filled && (
            <text x={x} y={y + UNIT * (hexagonsLie(scene) ? 0.4 : 0.47)} class={isDarkField(site.colour) ? "name light" : "name"}>
              {site.name}
            </text>
          )}
        </>
      );
    case "point":
      return <circle cx={x} cy={y} r="2.6" fill="#7a5c38" />;
    case "edge":
      return (
        <>
          {edgeOf(scene, id).map(([x, y]) => (
            <circle cx={x} cy={y} r="6" fill="#7a5c38" />
          ))}
        </>
      );
    case "hole":
      if (closed) return <circle cx={x} cy={y} r={UNIT * 0.2} fill="#b8935a" fill-opacity=".22" />;
      return (
        <>
          <circle cx={x} cy={y} r={UNIT * 0.3} fill="#b8935a" stroke="#8a6a3c" stroke-opacity=".5" stroke-width="1.5" />
          <circle cx={x} cy={y + 2} r={UNIT * 0.24} fill="#cfab73" />
        </>
      );
    case "pit":
    case "store": {
      const corner = Math.min(...reach);
      const frame = { x: x - reach[0], width: 2 * reach[0], height: 2 * reach[1], rx: corner };
      return (
        <>
          <rect {...frame} y={y - reach[1] + 2.5} fill="#d8a571" />
          <rect {...frame} y={y - reach[1]} fill="url(#hollow)" />
          {marked && <rect {...frame} y={y - reach[1]} class={mark} />}
        </>
      );
    }
  }
}

/** Everything but seeds that lies on a site of a scene, or is shown beside the board, drawn around the origin. */
export function Stack({ pieces, on }: { pieces: Piece[]; on?: { scene: Scene; id: number } }) {
  const top = pieces[pieces.length - 1]!;
  if (top.shape === "bar") return <Bar piece={top} ends={on ? edgeOf(on.scene, on.id) : []} middle={on ? toPaper(on.scene.sites[on.id]!.at) : [0, 0]} />;
  if (top.shape === "ball") {
    const rim = PIECE[top.colour][3];
    return (
      <>
        <ellipse cx="3" cy="5" rx="29" ry="28" fill="#000" fill-opacity=".22" />
        <circle r="30" fill={`url(#ball-${top.colour})`} stroke={rim} stroke-opacity=".5" />
        {top.label ? <Figure piece={top} text={top.label} y={7} /> : top.count > 1 && <Figure piece={top} text={String(top.count)} y={7} />}
      </>
    );
  }
  if (top.shape === "tile") return <Tile piece={top} on={on} />;
  const lone = pieces.length === 1 && top.count === 1 && top.label === "";
  if (lone && on?.scene.sites[on.id]!.shape === "point") return <Stone colour={top.colour} />;
  return <Column pieces={pieces} />;
}

/** A lens of glass or slate, as it lies on the crossing of lines. */
function Stone({ colour }: { colour: Colour }) {
  return (
    <>
      <ellipse cx="1.5" cy="4.5" rx="28" ry="27.5" fill="#000" fill-opacity=".28" />
      <circle r="28.5" fill={`url(#ball-${colour})`} stroke={PIECE[colour][3]} stroke-opacity=".45" stroke-width=".8" />
    </>
  );
}

/** A bar along its edge, a little shorter than that. */
function Bar({ piece, ends, middle }: { piece: Piece; ends: XY[]; middle: XY }) {
  const [, body, , rim] = PIECE[piece.colour];
  const [from, to] = ends.map((end) => end.map((along, axis) => 0.8 * (along - middle[axis]!)) as XY);
  const [[x1, y1], [x2, y2]] = [from ?? [-UNIT / 2, 0], to ?? [UNIT / 2, 0]];
  return (
    <g stroke-linecap="round">
      <line {...{ x1, y1, x2, y2 }} stroke={rim} stroke-width="13" />
      <line {...{ x1, y1, x2, y2 }} stroke={body} stroke-width="10" />
    </g>
  );
}

function Figure({ piece, text, y }: { piece: Piece; text: string; y: number }) {
  return (
    <text class="figure" y={y} fill={figureShade(piece.colour)}>
      {text}
    </text>
  );
}

/** A tile that fills its site; beside a board it is square. */
function Tile({ piece, on }: { piece: Piece; on?: { scene: Scene; id: number } }) {
  const scene = on?.scene;
  const [, body, shaded, rim] = PIECE[piece.colour];
  const edge = { stroke: rim, "stroke-width": 1.2, "stroke-linejoin": "round" as const };
  const face = `url(#face-${piece.colour})`;
  if (scene?.sites[on!.id]!.shape === "hexagon") {
    return (
      <>
        <polygon points={hexagon([0, 3.5], UNIT * 0.94, scene)} fill={shaded} {...edge} />
        <polygon points={hexagon([0, 0], UNIT * 0.94, scene)} fill={body} {...edge} />
        <polygon points={hexagon([0, 0], UNIT * 0.78, scene)} fill={face} />
        {piece.label && <Figure piece={piece} text={piece.label} y={7} />}
      </>
    );
  }
  return (
    <>
      <rect x="-29" y="-25" width="58" height="58" rx="7" fill={shaded} {...edge} />
      <rect x="-29" y="-29" width="58" height="58" rx="7" fill={body} {...edge} />
      <rect x="-24" y="-24" width="48" height="48" rx="5" fill={face} />
      {piece.label && <Figure piece={piece} text={piece.label} y={7} />}
    </>
  );
}

const TALLEST = 26;

/** Discs on each other: the count of the top colour on top, those of the colours beneath at the foot. */
function Column({ pieces }: { pieces: Piece[] }) {
  const total = pieces.reduce((sum, piece) => sum + piece.count, 0);
  const shown = Math.min(total, 9);
  const step = shown > 1 ? Math.min(TALLEST / (shown - 1), 6.5) : 0;
  const radius = UNIT * (total > 1 ? 0.34 : 0.41);
  const ry = radius * (total > 1 ? 0.8 : 1);
  const base = step * (shown - 1) * 0.45;
  const discs: Colour[] = [];
  pieces.forEach((piece, index) => {
    // Every colour keeps at least one disc when a tall column is shortened.
    const others = pieces.length - 1 - index;
    const share = Math.ceil((piece.count * shown) / total);
    const room = Math.max(shown - discs.length - others, 1);
    for (let disc = 0; disc < Math.max(Math.min(share, room), 1); disc++) discs.push(piece.colour);
  });
  const top = pieces[pieces.length - 1]!;
  const crown = base - step * (discs.length - 1) - 1.5;
  // Men are the pieces that need no letter.
  const label = top.label === "M" ? "" : top.label;
  const text = label ? (top.count > 1 ? `${top.count}${label}` : label) : total > 1 ? `${top.count}` : "";
  return (
    <>
      <ellipse cy={base + 4} rx={radius + 2} ry={ry + 1.5} fill="#000" fill-opacity=".22" />
      {discs.map((colour, index) => {
        const [, body, shaded, rim] = PIECE[colour];
        return (
          <>
            <ellipse cy={base - step * index} rx={radius} ry={ry} fill={shaded} stroke={rim} stroke-width="1.1" />
            <ellipse cy={base - step * index - 1.5} rx={radius} ry={ry} fill={body} stroke={rim} stroke-width="1.1" />
          </>
        );
      })}
      <ellipse cy={crown} rx={radius * 0.8} ry={ry * 0.8} fill={`url(#face-${top.colour})`} />
      {text && <Figure piece={top} text={text} y={crown + 6.5} />}
      {pieces
        .slice(0, -1)
        .reverse()
        .map((piece, index) => {
          const wide = 5 + 4.5 * String(piece.count).length;
          const x = UNIT * 0.3 - 15 * index;
          const [, body, , rim] = PIECE[piece.colour];
          return (
            <g transform={`translate(${x} ${UNIT * 0.34})`}>
              <rect x={-wide} y="-9.5" width={2 * wide} height="19" rx="9.5" fill={body} stroke={rim} stroke-width="1.2" />
              <text class="badge" y="5" fill={figureShade(piece.colour)}>
                {piece.count}
              </text>
            </g>
          );
        })}
    </>
  );
}
