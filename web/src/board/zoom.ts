// Zooming and dragging a board that grows. Boards of fixed size always show whole.

import { useEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { Box } from "./geometry";

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A growing board shows at least this much, so that the first tiles do not fill the page. */
const LEAST = 560;

function whole(box: Box, growing: boolean): Frame {
  let [width, height] = [box.right - box.left, box.bottom - box.top];
  const [midX, midY] = [box.left + width / 2, box.top + height / 2];
  if (growing) {
    width = Math.max(width, LEAST);
    height = Math.max(height, LEAST * 0.75);
  }
  return { x: midX - width / 2, y: midY - height / 2, width, height };
}

export function useZoom(svg: RefObject<SVGSVGElement | null>, box: Box, growing: boolean) {
  const [chosen, setChosen] = useState<Frame | null>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);
  const frame = growing && chosen ? chosen : whole(box, growing);
  const now = useRef(frame);
  now.current = frame;

  const scale = (factor: number, clientX?: number, clientY?: number) => {
    const rect = svg.current?.getBoundingClientRect();
    if (!rect) return;
    const { x, y, width, height } = now.current;
    const fx = clientX === undefined ? 0.5 : (clientX - rect.left) / rect.width;
    const fy = clientY === undefined ? 0.5 : (clientY - rect.top) / rect.height;
    const [nw, nh] = [width / factor, height / factor];
    if (nw < 150 || nw > 20_000) return;
    setChosen({ x: x + (width - nw) * fx, y: y + (height - nh) * fy, width: nw, height: nh });
  };

  useEffect(() => {
    const element = svg.current;
    if (!growing || !element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      scale(Math.exp(-event.deltaY * 0.0016), event.clientX, event.clientY);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [growing]);

  const handlers = growing
    ? {
        onPointerDown: (event: PointerEvent) => {
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
          if (pointers.current.size === 1) travelled.current = 0;
        },
        onPointerMove: (event: PointerEvent) => {
          const before = pointers.current.get(event.pointerId);
          const rect = svg.current?.getBoundingClientRect();
          if (!before || !rect) return;
          const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
          const at = { x: event.clientX, y: event.clientY };
          pointers.current.set(event.pointerId, at);
          const [dx, dy] = [at.x - before.x, at.y - before.y];
          travelled.current += Math.hypot(dx, dy);
          if (others.length > 0) {
            const other = others[0]!;
            const was = Math.hypot(before.x - other.x, before.y - other.y);
            const is = Math.hypot(at.x - other.x, at.y - other.y);
            if (was > 0) scale(is / was, (at.x + other.x) / 2, (at.y + other.y) / 2);
          } else if (travelled.current > 6) {
            const { x, y, width, height } = now.current;
            const perPixel = Math.max(width / rect.width, height / rect.height);
            setChosen({ x: x - dx * perPixel, y: y - dy * perPixel, width, height });
          }
        },
        onPointerUp: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
        onPointerCancel: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
        onPointerLeave: (event: PointerEvent) => void pointers.current.delete(event.pointerId),
      }
    : {};

  return {
    viewBox: `${frame.x.toFixed(1)} ${frame.y.toFixed(1)} ${frame.width.toFixed(1)} ${frame.height.toFixed(1)}`,
    handlers,
    by: (factor: number) => scale(factor),
    fit: () => setChosen(null),
    /** Whether the pointer was dragged since it went down, so that its release is no click. */
    dragged: () => growing && travelled.current > 6,
  };
}
