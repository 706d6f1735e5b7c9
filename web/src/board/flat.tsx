// A flat board: drawn from the scene, played by pointing, tapping or with the keyboard.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Colour, CourseStep, LegalMove, Marks, Piece, Scene } from "../api";
import { isHand, openPlaces, placeKey, targets, targetOf, type Place } from "./choose";
import { Course } from "./course";
import { useDrag, type Dragging } from "./drag";
import { UNIT, boardSites, boxOf, chequersOf, isGrowing, ghosts, hexAt, hexagon, piecesOn, reaches, toPaper, type Box, type Plate, type XY } from "./geometry";
import { Axes, Field, Grain, Ground, LayerPlates, Stack } from "./paint";
import { Seeds, hasSeeds } from "./seeds";
import { Icon } from "../ui/icons";
import { inWords } from "./shades";
import { useZoom } from "./zoom";

/** What an agent thinks of pointing somewhere. */
export interface Heat {
  /** The share of the visits, from 0 to 1. */
  share: number;
  /** The worth for the player on turn, from -1 to 1; null where it is not known. */
  standing: number | null;
}

export interface BoardProps {
  scene: Scene;
  moves: LegalMove[];
  last: Marks | null;
  /** Whether a person may move now. */
  active: boolean;
  selected: number | null;
  onPoint: (place: Place) => void;
  heat: Map<string, Heat> | null;
  /** What an agent expects to happen. */
  course?: CourseStep[] | null;
  hint: LegalMove | null;
  showMoves: boolean;
  /** Whether this scene came from the one before by one move, so that it may be shown moving. */
  stepped: boolean;
  /** Sites that cannot be used yet; drawn faintly. */
  closed?: Set<number>;
  /** The layers of a board that are laid beside each other. */
  plates?: Plate[];
  /** The sites that carry what lies on a site, on a board with layers. */
  carriers?: (site: number) => number[];
  /** Whether a board with layers is shown layer by layer at first. */
  laidOut?: boolean;
  /** How pieces are dragged, where they can be. */
  dragging?: Dragging;
  /** The colour of the pieces of whoever is on turn. */
  colour?: Colour | null;
  /** Whether this is a picture among others, which is looked at and not pointed at. */
  small?: boolean;
}

const reduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function siteInWords(scene: Scene, id: number, pieces: Piece[]): string {
  const site = scene.sites[id]!;
  const field = site.colour === "board" ? "" : `, ${site.colour} field`;
  const things = [...pieces].reverse().map((piece) => inWords(piece.count, piece.colour, piece.shape) + (piece.label ? ` ${piece.label}` : ""));
  const content = things.length > 0 ? things.join(" on ") : hasSeeds(scene) ? "no seeds" : "empty";
  return `${site.name}${field}: ${content}`;
}

interface Spot {
  place: Place;
  key: string;
  at: XY;
}

export function FlatBoard(props: BoardProps) {
  const { scene, moves, active, selected, onPoint, heat, hint, showMoves, stepped, last } = props;
  const reach = useMemo(() => reaches(scene), [scene]);
  const cells = useMemo(() => ghosts(moves), [moves]);
  const growing = useMemo(() => cells.length > 0 || isGrowing(scene), [scene, cells]);
  const cellPoints = cells.map((cell) => toPaper(hexAt(cell)));
  const box = useMemo(() => boxOf(scene, reach, cellPoints), [scene, reach, cells]);
  // The slab and its letters lie under the board alone, the hands beside it.
  const ground = useMemo(() => boxOf({ ...scene, sites: boardSites(scene) }, reach.filter((_, id) => boardSites(scene).includes(scene.sites[id]!))), [scene, reach]);
  const chequers = useMemo(() => chequersOf(scene), [scene]);
  const on = useMemo(() => piecesOn(scene), [scene]);
  const svg = useRef<SVGSVGElement>(null);
  const frame = padded(box, scene, props.plates !== undefined);
  const zoom = useZoom(svg, frame, growing && !props.small);

  const open = active ? openPlaces(scene, moves, selected) : new Set<string>();
  const goals = active && (selected !== null || showMoves) ? targets(scene, moves, selected) : new Set<string>();
  const crowded = selected === null && goals.size > 0.4 * scene.sites.length + 8;
  const spots: Spot[] = scene.sites.map((site, id) => ({ place: { site: id }, key: `s${id}`, at: toPaper(site.at) }));
  cells.forEach((cell, index) => spots.push({ place: { cell }, key: `c${cell.join()}`, at: cellPoints[index]! }));

  const drag = useDrag(svg, { scene, spots, reach, selected, dragging: active ? props.dragging : undefined });
  const stacks = useRef(new Map<number, SVGGElement>());
  useSlides(stacks.current, scene, last, stepped, drag.wasShown);

  const [focus, setFocus] = useState<string | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const carriers = over !== null && over < scene.sites.length ? (props.carriers?.(over) ?? []) : [];
  const focused = focus ?? spots.find((spot) => open.has(spot.key))?.key ?? spots[0]?.key;
  const moveFocus = (key: string) => {
    setFocus(key);
    svg.current?.querySelector<SVGElement>(`[data-key="${key}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, spot: Spot) => {
    const step = ARROWS[event.key];
    if (step) {
      event.preventDefault();
      const next = neighbour(spots, spot, step);
      if (next) moveFocus(next.key);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPoint(spot.place);
    }
  };

  const hinted = hint ? [hint.marks.from !== null ? `s${hint.marks.from}` : null, targetOf(hint)].map((part) => (part === null ? null : typeof part === "string" ? part : placeKey(part))) : [];
  const ring = (spot: Spot, name: string) =>
    "cell" in spot.place || scene.sites[spot.place.site]!.shape === "hexagon" ? (
      <polygon points={hexagon(spot.at, UNIT * 0.88, scene)} class={name} />
    ) : scene.sites[spot.place.site]!.shape === "square" ? (
      <rect x={spot.at[0] - 29} y={spot.at[1] - 29} width="58" height="58" rx="5" class={name} />
    ) : (
      <rect
        x={spot.at[0] - reach[spot.place.site]![0] + 1}
        y={spot.at[1] - reach[spot.place.site]![1] + 1}
        width={2 * reach[spot.place.site]![0] - 2}
        height={2 * reach[spot.place.site]![1] - 2}
        rx={Math.min(...reach[spot.place.site]!)}
        class={name}
      />
    );

  const holds = (spot: Spot) => active && "site" in spot.place && props.dragging?.can(spot.place.site);
  const isStart = (spot: Spot) => showMoves && open.has(spot.key) && !goals.has(spot.key) && selected === null;
  const tiled = (id: number) => on.get(id)?.[0]?.shape === "tile";
  /** What is marked under the pieces: those that can move, and the cells where a tile can be laid. */
  const beneath = (spot: Spot) => {
    if ("cell" in spot.place) return null;
    if (goals.has(spot.key) && growing) return ring(spot, selected === null ? "cell" : "cell near");
    const dark = ["pit", "store"].includes(scene.sites[spot.place.site]!.shape) || scene.sites[spot.place.site]!.colour !== "board";
    return isStart(spot) && !tiled(spot.place.site) ? ring(spot, dark ? "start" : "start light") : null;
  };

  return (
    <div class={`flat${growing ? " growing" : ""}${props.plates ? " layered" : ""}`}>
      <svg
        ref={svg}
        class="board"
        viewBox={zoom.viewBox}
        role={props.small ? "img" : "group"}
        aria-label={props.small ? "Board" : "Board. Use the arrow keys to move about and Enter to choose."}
        {...zoom.handlers}
      >
        {props.plates ? <LayerPlates plates={props.plates} /> : <Ground scene={scene} box={ground} />}
        <Axes scene={scene} box={ground} />
        <g>
          {scene.sites.map((_, id) => (
            <Field scene={scene} id={id} reach={reach[id]!} marked={scene.highlights.includes(id)} growing={growing} closed={props.closed?.has(id) ?? false} filled={on.has(id)} chequers={chequers} />
          ))}
        </g>
        {!props.plates && <Grain scene={scene} box={ground} />}
        <g class="lines">
          {scene.lines.map((line) => {
            const [[x1, y1], [x2, y2]] = [toPaper(line.from), toPaper(line.to)];
            return <line x1={x1} y1={y1} x2={x2} y2={y2} />;
          })}
        </g>
        <g class="cells">
          {active && cellPoints.map((at, index) =>
            goals.has(`c${cells[index]!.join()}`) ? <polygon points={hexagon(at, UNIT * 0.9, scene)} /> : null,
          )}
        </g>
        <g class="hints">{spots.map((spot) => beneath(spot))}</g>
        <g class="stacks">
          {[...on].map(([id, pieces]) => {
            if (pieces[0]!.shape === "seed") return null;
            const [x, y] = toPaper(scene.sites[id]!.at);
            return (
              <g key={id} class={drag.held?.site === id ? "lifted" : undefined} transform={`translate(${x} ${y})`}>
                <g ref={(element) => void (element ? stacks.current.set(id, element) : stacks.current.delete(id))}>
                  <Stack pieces={pieces} on={{ scene, id }} />
                </g>
              </g>
            );
          })}
        </g>
        <g class="last-dots">
          {scene.highlights.map((id) => {
            const site = scene.sites[id];
            const round = site && (site.shape === "point" || site.shape === "edge" || site.shape === "hole" || on.get(id)?.[0]?.shape === "tile");
            const [x, y] = round ? toPaper(site.at) : [0, 0];
            return round ? (
              <>
                <circle cx={x} cy={y} r="9" class="last rim" />
                <circle cx={x} cy={y} r="9" class="last" />
              </>
            ) : null;
          })}
        </g>
        <g class="hints">
          {spots.map((spot) => {
            if (hinted.includes(spot.key)) return ring(spot, "hinted");
            if ("site" in spot.place && spot.place.site === selected) return ring(spot, "selected");
            // A tile fills its cell, so what is marked beneath it would not be seen.
            if ("site" in spot.place && isStart(spot) && tiled(spot.place.site)) return ring(spot, "start");
            if (!goals.has(spot.key) || "cell" in spot.place || growing) return null;
            if (on.has(spot.place.site)) return ring(spot, "goal");
            return <circle cx={spot.at[0]} cy={spot.at[1]} r={crowded ? 4 : 8} class={crowded ? "dot faint" : "dot"} />;
          })}
        </g>
        {hasSeeds(scene) && (
          <Seeds scene={scene} reach={reach} box={box} sownFrom={last?.from ?? last?.to ?? null} animate={stepped} />
        )}
        {heat && (
          <g class="heat" aria-hidden="true">
            {spots.map((spot) => {
              const value = heat.get(spot.key);
              if (!value || value.share < 0.005) return null;
              const radius = (value.standing === null ? 6 : 9) + 19 * Math.sqrt(value.share);
              return (
                <g transform={`translate(${spot.at[0]} ${spot.at[1]})`}>
                  <circle r={radius} fill={heatShade(value.standing)} />
                  {value.share > 0.03 && value.standing !== null && <text y="4.5">{Math.round(50 + 50 * value.standing)}</text>}
                </g>
              );
            })}
          </g>
        )}
        <g class="carriers" aria-hidden="true">
          {carriers.map((id) => {
            const [x, y] = toPaper(scene.sites[id]!.at);
            return <circle cx={x} cy={y} r="31" />;
          })}
        </g>
        {props.course && <Course steps={props.course} />}
        <g class="hits">
          {!props.small && spots.map((spot) => {
            const pieces = "site" in spot.place ? (on.get(spot.place.site) ?? []) : [];
            const words = "site" in spot.place ? siteInWords(scene, spot.place.site, pieces) : `empty cell ${spot.place.cell.join(", ")}`;
            const able = open.has(spot.key);
            return (
              <g
                key={spot.key}
                data-key={spot.key}
                class={`hit${able ? " able" : ""}${holds(spot) ? " holds" : ""}`}
                role="button"
                tabindex={spot.key === focused ? 0 : -1}
                aria-label={able ? `${words}; can be chosen` : words}
                aria-pressed={"site" in spot.place && spot.place.site === selected}
                onClick={() => !zoom.dragged() && !drag.moved() && onPoint(spot.place)}
                onPointerDown={(event) => "site" in spot.place && drag.onDown(event, spot.place.site, spot.at)}
                onFocus={() => {
                  setFocus(spot.key);
                  if ("site" in spot.place) setOver(spot.place.site);
                }}
                onPointerEnter={() => props.carriers && "site" in spot.place && setOver(spot.place.site)}
                onPointerLeave={() => setOver(null)}
                onKeyDown={(event) => onKey(event, spot)}
              >
                {ring(spot, "target")}
              </g>
            );
          })}
        </g>
        {drag.held && on.has(drag.held.site) && (
          <g class="held" ref={drag.ghost} aria-hidden="true">
            <Stack pieces={inHand(scene, drag.held.site, on.get(drag.held.site)!)} on={{ scene, id: drag.held.site }} />
          </g>
        )}
      </svg>
      {growing && !props.small && (
        <div class="zoom-buttons">
          <button type="button" title="Closer" aria-label="Zoom in" onClick={() => zoom.by(1.25)}>+</button>
          <button type="button" title="Farther" aria-label="Zoom out" onClick={() => zoom.by(0.8)}>−</button>
          <button type="button" title="Show all" aria-label="Show the whole board" onClick={zoom.fit}><Icon name="fit" /></button>
        </div>
      )}
    </div>
  );
}

/** What a hand drags from a site: all that lies there, but one piece from a hand beside the board. */
function inHand(scene: Scene, site: number, pieces: Piece[]): Piece[] {
  return isHand(scene, site) ? [{ ...pieces[pieces.length - 1]!, count: 1 }] : pieces;
}

function padded(box: Box, scene: Scene, layered: boolean): Box {
  if (layered) return { left: box.left - 20, top: box.top - 20, right: box.right + 20, bottom: box.bottom + 46 };
  const lettered = scene.sites.some((site) => site.shape === "square" || site.shape === "point" || site.shape === "edge");
  const pad = hasSeeds(scene) ? 40 : 16;
  return {
    left: box.left - (lettered ? 36 : pad),
    top: box.top - pad,
    right: box.right + pad,
    bottom: box.bottom + (lettered ? 40 : pad + 6),
  };
}

const ARROWS: Record<string, XY> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The nearest spot in a direction, those straight ahead before those aside. */
function neighbour(spots: Spot[], from: Spot, [dx, dy]: XY): Spot | null {
  let best: Spot | null = null;
  let bestCost = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.at[0] - from.at[0], spot.at[1] - from.at[1]];
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead < 1 || aside > ahead * 2) continue;
    const cost = ahead + 2.2 * aside;
    if (cost < bestCost) [best, bestCost] = [spot, cost];
  }
  return best;
}

/** From red (bad for the player on turn) over amber to green. */
export function heatShade(standing: number | null): string {
  if (standing === null) return "hsl(30, 8%, 48%)";
  const hue = 30 + 60 * standing + (standing > 0 ? 40 * standing : 0);
  return `hsl(${Math.max(hue, 0).toFixed(0)}, 70%, 42%)`;
}

/** Lets the moved stack slide from where it came and new pieces drop in. */
function useSlides(elements: Map<number, SVGGElement>, scene: Scene, last: Marks | null, stepped: boolean, wasShown: () => boolean) {
  const before = useRef<Scene | null>(null);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = scene;
    if (!old || old === scene || wasShown() || !stepped || reduced()) return;
    const oldTop = new Map<string, string>();
    for (const piece of old.pieces) oldTop.set(old.sites[piece.site]!.at.join(), `${piece.colour}${piece.count}`);
    const source = last?.from != null ? old.sites[last.from] : null;
    const goal = last?.at ? hexAt(last.at) : last?.to != null ? old.sites[last.to]?.at : null;
    for (const [id, element] of elements) {
      const at = scene.sites[id]!.at;
      const isGoal = goal && Math.hypot(at[0] - goal[0], at[1] - goal[1], at[2] - goal[2]) < 0.05;
      const [x, y] = toPaper(at);
      if (isGoal && source) {
        const [sx, sy] = toPaper(source.at);
        element.animate(
          [{ transform: `translate(${sx - x}px, ${sy - y}px)` }, { transform: "translate(0, 0)" }],
          { duration: 320, easing: "cubic-bezier(.3,.9,.3,1)" },
        );
      } else if (!oldTop.has(at.join())) {
        element.animate(
          [{ transform: "translate(0, -14px) scale(1.12)", opacity: 0 }, { transform: "none", opacity: 1 }],
          { duration: 240, easing: "cubic-bezier(.3,1.3,.5,1)" },
        );
      }
    }
  }, [scene]);
}

/** Calls back when Escape is pressed anywhere. */
export function useEscape(action: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && action();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [action]);
}
