// The course that an agent expects, drawn on the board: arrows where something moves, numbers where it ends.

import type { CourseStep } from "../api";
import { UNIT, toPaper, type XY } from "./geometry";

/** The first player's moves, and the others'. */
export const COURSE_SHADES = ["#1769aa", "#8e3b8a", "#2d7d46", "#a05a00"];

export function Course({ steps }: { steps: CourseStep[] }) {
  const taken = new Map<string, number>();
  return (
    <g class="course" aria-hidden="true">
      {steps.map(({ player, from, to }, index) => {
        const end = to ?? from;
        if (!end) return null;
        const shade = COURSE_SHADES[player ?? 0] ?? COURSE_SHADES[0];
        const at = toPaper(end);
        // Where two moves end at one place, their numbers stand beside each other.
        const before = taken.get(end.join()) ?? 0;
        taken.set(end.join(), before + 1);
        return (
          <g style={{ opacity: 1 - index * 0.13 }}>
            {from && to && <Arrow from={toPaper(from)} to={at} shade={shade!} wide={7 - index} />}
            <g transform={`translate(${at[0] + 19 - 24 * before} ${at[1] - 19})`}>
              <circle r="11.5" fill={shade} stroke="#fff" stroke-width="2" />
              <text y="5">{index + 1}</text>
            </g>
          </g>
        );
      })}
    </g>
  );
}

function Arrow({ from, to, shade, wide }: { from: XY; to: XY; shade: string; wide: number }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy);
  if (long < 1) return null;
  const [ux, uy] = [dx / long, dy / long];
  const at = (along: number, aside: number): string => `${(from[0] + ux * along - uy * aside).toFixed(1)} ${(from[1] + uy * along + ux * aside).toFixed(1)}`;
  const tip = long - UNIT * 0.12;
  const neck = tip - 17;
  const half = wide / 2;
  return <path class="arrow" d={`M${at(UNIT * 0.2, half)}L${at(neck, half)}L${at(neck, 11)}L${at(tip, 0)}L${at(neck, -11)}L${at(neck, -half)}L${at(UNIT * 0.2, -half)}Z`} fill={shade} />;
}
