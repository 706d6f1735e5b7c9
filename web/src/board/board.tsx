// The board of a table: flat, or in space where the game stands up from the ground.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CourseStep, Point, Scene } from "../api";
import { COURSE_SHADES } from "./course";
import { targetOf, targets, openPlaces } from "./choose";
import { FlatBoard, heatShade, siteInWords, type BoardProps } from "./flat";
import { handsOf, is3d, layOut, layerHeights, supports, unsupported } from "./geometry";
import { Stack } from "./paint";
import type { SolidBoard } from "./solid";

export function Board(props: BoardProps) {
  const solid = is3d(props.scene);
  const [flat, setFlat] = useState(props.laidOut ?? false);
  const [peel, setPeel] = useState(0);
  const [opacity, setOpacity] = useState(1);
  const layers = useMemo(() => layerHeights(props.scene).length, [props.scene]);
  const laid = useMemo(() => layOut(props.scene), [props.scene]);
  const course = useMemo(() => props.course?.map((step) => whereLaid(step, props.scene, laid.scene)), [props.course, laid]);
  const closed = useMemo(() => (solid ? unsupported(props.scene) : undefined), [props.scene, solid]);
  if (!solid) return <FlatBoard {...props} scene={laid.scene} course={course} />;
  return (
    <div class="board-3d">
      {flat ? <FlatBoard {...props} scene={laid.scene} plates={laid.plates} course={course} closed={closed} carriers={(site) => supports(props.scene, site)} /> : <Space {...props} layers={layers - peel} opacity={opacity} />}
      <div class="view-tools" role="group" aria-label="How the board is shown">
        <div class="segments">
          <button type="button" aria-pressed={!flat} onClick={() => setFlat(false)}>
            In space
          </button>
          <button type="button" aria-pressed={flat} onClick={() => setFlat(true)}>
            Layer by layer
          </button>
        </div>
        {!flat && <Hands {...props} />}
        {!flat && (
          <>
            <label>
              Layers
              <input
                type="range"
                min="1"
                max={layers}
                value={layers - peel}
                onInput={(event) => setPeel(layers - Number(event.currentTarget.value))}
              />
            </label>
            <label>
              Solid
              <input
                type="range"
                min="0.2"
                max="1"
                step="0.05"
                value={opacity}
                onInput={(event) => setOpacity(Number(event.currentTarget.value))}
              />
            </label>
          </>
        )}
      </div>
    </div>
  );
}

/** A step of an expected course where its sites lie when the board is laid out. */
function whereLaid({ player, from, to }: CourseStep, scene: Scene, laid: Scene): CourseStep {
  const move = (at: Point | null): Point | null => {
    if (!at) return null;
    const site = scene.sites.findIndex((one) => Math.hypot(one.at[0] - at[0], one.at[1] - at[1], one.at[2] - at[2]) < 0.05);
    // A board that grows may not have this place yet.
    return laid.sites[site]?.at ?? at;
  };
  return { player, from: move(from), to: move(to) };
}

/** The hands of a game whose board stands in space. */
function Hands({ scene, moves, active, selected, onPoint }: BoardProps) {
  const hands = handsOf(scene);
  if (hands.length === 0) return null;
  const open = active ? openPlaces(scene, moves, selected) : new Set<string>();
  return (
    <div class="hands" role="group" aria-label="Hands">
      {hands.map(({ site, pieces }) => (
        <button
          type="button"
          class={open.has(`s${site}`) ? "hand open" : "hand"}
          aria-pressed={site === selected}
          aria-label={siteInWords(scene, site, pieces)}
          onClick={() => onPoint({ site })}
        >
          {pieces.length === 0 && <span class="note">empty</span>}
          {pieces.map((piece) => (
            <svg viewBox="-34 -34 68 68" width="38" height="38" aria-hidden="true">
              <Stack pieces={[piece]} />
            </svg>
          ))}
        </button>
      ))}
    </div>
  );
}

type SpaceProps = BoardProps & { layers: number; opacity: number };

function Space(props: SpaceProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const board = useRef<SolidBoard | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [trouble, setTrouble] = useState<string | null>(null);

  const show = () => {
    const { scene, moves, selected, active, hint, showMoves, layers, opacity, stepped, heat, course, colour } = latest.current;
    const sites = (keys: Set<string>) =>
      new Set([...keys].filter((key) => key.startsWith("s")).map((key) => Number(key.slice(1))));
    const goals = active && (showMoves || selected !== null) ? sites(targets(scene, moves, selected)) : new Set<number>();
    const starts = active && showMoves && selected === null ? sites(openPlaces(scene, moves, null)) : new Set<number>();
    const hinted = new Set<number>();
    const target = hint && targetOf(hint);
    if (hint && hint.marks.from !== null) hinted.add(hint.marks.from);
    if (target && "site" in target) hinted.add(target.site);
    for (const site of hinted) goals.add(site);
    const warm = new Map<number, { colour: string; share: number }>();
    for (const [key, { share, standing }] of heat ?? []) {
      if (key.startsWith("s")) warm.set(Number(key.slice(1)), { colour: heatShade(standing), share });
    }
    const steps = (course ?? []).map(({ player, from, to }) => ({ from, to, colour: COURSE_SHADES[player ?? 0] ?? COURSE_SHADES[0]! }));
    board.current?.update(scene, { layers, opacity, goals, starts, selected, hinted, colour: colour ?? null, heat: warm, course: steps }, stepped);
  };

  useEffect(() => {
    let gone = false;
    import("./solid")
      .then(({ SolidBoard }) => {
        if (gone || !canvas.current) return;
        board.current = new SolidBoard(canvas.current, (site) => latest.current.onPoint({ site }));
        Object.assign(canvas.current, { ludexProject: (at: [number, number, number]) => board.current?.project(at), ludexPicture: () => board.current?.picture() });
        canvas.current.dataset.ready = "yes";
        show();
      })
      .catch(() => setTrouble("This browser cannot draw in space. The layer by layer view works everywhere."));
    return () => {
      gone = true;
      board.current?.dispose();
      board.current = null;
    };
  }, []);
  useEffect(show);

  return (
    <div class="space">
      {trouble ? <p class="note">{trouble}</p> : <canvas ref={canvas} aria-label="The board in space. Drag to turn, scroll to zoom, click to choose. The layer by layer view can be played with the keyboard." role="img" />}
    </div>
  );
}
