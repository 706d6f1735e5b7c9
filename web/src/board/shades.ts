// Shades of the colours that scenes name by meaning.

import type { Colour, PieceShape } from "../api";

/** Lit, body, shaded, rim. */
export const PIECE: Record<Colour, [string, string, string, string]> = {
  white: ["#ffffff", "#f3eee3", "#c9c0ae", "#9d937f"],
  black: ["#6d6b70", "#343338", "#131215", "#625e69"],
  red: ["#f58f7c", "#d1412f", "#8d1d14", "#6d130c"],
  blue: ["#8ec1f5", "#2f78c8", "#164a86", "#0f3562"],
  yellow: ["#ffeaa0", "#f2bf2c", "#b58209", "#8a6204"],
  green: ["#97d9a4", "#3b9c54", "#1c6231", "#124522"],
  neutral: ["#e8c79a", "#b98552", "#7a4d26", "#5a3617"],
  board: ["#e8c79a", "#b98552", "#7a4d26", "#5a3617"],
};

/** Fill and edge. */
export const FIELD: Record<Colour, [string, string]> = {
  board: ["#ead7b3", "#c3a577"],
  white: ["#f7f1e3", "#cdbf9f"],
  black: ["#57514c", "#3a3531"],
  red: ["#c9705c", "#a24a37"],
  blue: ["#7fa6cf", "#567fab"],
  yellow: ["#ecd07a", "#c7a548"],
  green: ["#93b98a", "#6c9562"],
  neutral: ["#cdb592", "#a88e68"],
};

export const figureShade = (colour: Colour) =>
  colour === "white" || colour === "yellow" ? "#2b2622" : "#fffaf0";

export const isDarkField = (colour: Colour) => colour === "black" || colour === "red";

const NOUN: Record<PieceShape, string> = { disc: "piece", ball: "ball", tile: "tile", seed: "seed", bar: "bar" };

/** "3 black pieces", "a red ball", "12 seeds". */
export function inWords(count: number, colour: Colour, shape: PieceShape): string {
  const plural = count === 1 ? "" : "s";
  const hue = colour === "neutral" || colour === "board" ? "" : `${colour} `;
  return `${count} ${hue}${NOUN[shape]}${plural}`;
}
