// Small drawings for buttons, so that they look the same on every machine.

const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3",
  redo: "M19 7l5 5-5 5M24 12H14a6 6 0 0 0 0 12h3",
  hint: "M14 4a7 7 0 0 0-4 12.8V20h8v-3.2A7 7 0 0 0 14 4zM11 24h6",
  flag: "M8 25V5M8 6c5-3 7 3 13 0v9c-6 3-8-3-13 0",
  swap: "M6 10h16l-4-4M22 18H6l4 4",
  fresh: "M14 5v18M5 14h18",
  now: "M6 7l8 7-8 7zM15 7l8 7-8 7z",
  play: "M9 6l13 8-13 8z",
  pause: "M10 6v16M18 6v16",
  first: "M7 6v16M22 6l-12 8 12 8z",
  last: "M21 6v16M6 6l12 8-12 8z",
  back: "M19 6L8 14l11 8z",
  on: "M9 6l11 8-11 8z",
  fit: "M5 11V5h6M17 5h6v6M23 17v6h-6M11 23H5v-6",
  sun: "M14 9a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM14 3v2M14 23v2M3 14h2M23 14h2M6 6l1.5 1.5M20.500 20.500L22 22M6 22l1.500-1.500M20.500 7.500L22 6",
  moon: "M22 16A9 9 0 0 1 12 6a9 9 0 1 0 10 10z",
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 28 28" width="18" height="18" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
