// Dragging what lies on a site to another place, beside clicking the one and the other.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Scene } from "../api";
import type { Place } from "./choose";
import { UNIT, type XY } from "./geometry";

/** What became of a drop: the move is made, something must still be chosen, or the piece goes back. */
export type Dropped = "made" | "asked" | "back";

/** What a board asks of the one who owns it. */
export interface Dragging {
  /** Whether what lies on a site can move from there now. */
  can: (site: number) => boolean;
  begin: (site: number) => void;
  /** Lets go over a place, or beside all places. */
  drop: (from: number, place: Place | null) => Dropped;
}

interface Spot {
  place: Place;
  at: XY;
}

/** Less than this, in pixels, is a click made with an unsteady hand. */
const STEADY = 6;

interface Held {
  site: number;
  /** What became of it when the hand let go; the board has yet to follow. */
  became: Dropped | null;
}

/** After this many milliseconds without an answer a dropped piece goes back. */
const PATIENCE = 4000;

interface Board {
  scene: Scene;
  spots: Spot[];
  reach: XY[];
  selected: number | null;
  dragging: Dragging | undefined;
}

export function useDrag(svg: RefObject<SVGSVGElement | null>, { scene, spots, reach, selected, dragging }: Board) {
  const [held, setHeld] = useState<Held | null>(null);
  const ghost = useRef<SVGGElement>(null);
  const at = useRef<XY>([0, 0]);
  /** Whether the pointer moved since it went down, so that its release is no click. */
  const moved = useRef(false);
  /** Whether the last move was shown by the hand that made it. */
  const shown = useRef(false);
  const latest = useRef({ spots, reach, dragging });
  latest.current = { spots, reach, dragging };
  const stop = useRef<(() => void) | null>(null);

  const follow = () => ghost.current?.setAttribute("transform", `translate(${at.current[0]} ${at.current[1]})`);
  useLayoutEffect(follow, [held]);
  // The board has followed, or the position is another one.
  useLayoutEffect(() => {
    stop.current?.();
    setHeld(null);
  }, [scene]);
  useEffect(() => {
    const board = svg.current;
    // A finger that holds a piece must not scroll the page. Not all browsers heed `touch-action` within a picture.
    const onTouch = (event: TouchEvent) => stop.current && event.cancelable && event.preventDefault();
    board?.addEventListener("touchmove", onTouch, { passive: false });
    return () => {
      board?.removeEventListener("touchmove", onTouch);
      stop.current?.();
    };
  }, []);
  useEffect(() => {
    // Nothing was chosen, or no answer came.
    if (held?.became === "asked" && selected === null) setHeld(null);
    if (held?.became !== "made") return;
    const timer = setTimeout(() => setHeld(null), PATIENCE);
    return () => clearTimeout(timer);
  }, [held, selected]);

  const paper = (event: PointerEvent): XY => {
    const matrix = svg.current?.getScreenCTM()?.inverse();
    if (!matrix) return at.current;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [point.x, point.y];
  };

  const under = ([x, y]: XY): Spot | null => {
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of latest.current.spots) {
      const [wide, high] = "site" in spot.place ? latest.current.reach[spot.place.site]! : [UNIT / 2, UNIT / 2];
      const [dx, dy] = [Math.abs(spot.at[0] - x) / wide, Math.abs(spot.at[1] - y) / high];
      const far = Math.hypot(dx, dy);
      if (Math.max(dx, dy) < 1.15 && far < least) [best, least] = [spot, far];
    }
    return best;
  };

  const goBack = (home: XY) => {
    const moving = ghost.current?.animate(
      [{ transform: `translate(${at.current[0]}px, ${at.current[1]}px)` }, { transform: `translate(${home[0]}px, ${home[1]}px)` }],
      { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 220, easing: "ease-out" },
    );
    if (moving) moving.onfinish = () => setHeld(null);
    else setHeld(null);
  };

  const onDown = (event: PointerEvent, site: number, home: XY) => {
    moved.current = false;
    if (event.button !== 0 || !latest.current.dragging?.can(site)) return;
    // A board that can be pushed about stays where it is while a piece is held.
    event.stopPropagation();
    stop.current?.();
    const begin: XY = [event.clientX, event.clientY];
    const [offX, offY] = [home[0] - paper(event)[0], home[1] - paper(event)[1]];
    const { pointerId } = event;
    const mine = (action: (event: PointerEvent) => void) => (next: PointerEvent) => {
      if (next.pointerId === pointerId) action(next);
    };
    const move = mine((next) => {
      if (!moved.current && Math.hypot(next.clientX - begin[0], next.clientY - begin[1]) < STEADY) return;
      const [x, y] = paper(next);
      at.current = [x + offX, y + offY];
      if (!moved.current) {
        moved.current = true;
        latest.current.dragging?.begin(site);
        setHeld({ site, became: null });
      }
      follow();
    });
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      stop.current = null;
    };
    const up = mine((next) => {
      end();
      if (!moved.current) return;
      const spot = under(paper(next));
      const became = latest.current.dragging?.drop(site, spot?.place ?? null) ?? "back";
      if (became === "back" || !spot) return goBack(home);
      shown.current = became === "made";
      at.current = spot.at;
      setHeld({ site, became });
      follow();
    });
    const cancel = mine(() => {
      end();
      if (moved.current) goBack(home);
    });
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    stop.current = end;
  };

  return {
    held,
    ghost,
    onDown,
    moved: () => moved.current,
    /** Whether the move just made was made by hand; asked once. */
    wasShown: () => {
      const was = shown.current;
      shown.current = false;
      return was;
    },
  };
}
